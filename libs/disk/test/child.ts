/**
 * A process for the tests to kill. It runs as plain JavaScript, so that hundreds of them start fast.
 *
 * Arguments: the directory; the scenario as JSON, or `recover` and the root; and the mutating call at
 * which it dies, 0 for never. A half after the point (`7.5`) dies after writing the first half of what
 * that call writes. With a further argument, it waits for that file before it begins.
 */
import { existsSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { recover } from '../src/index.js';
import { runCommand } from './run-scenario.js';
import type { Scenario } from './scenarios.js';
import { watchedFileSystem } from './watched-file-system.js';

const [base, task, killAt, gate] = process.argv.slice(2) as [string, string, string, string?];
const fatal = Number(killAt);

const fs = watchedFileSystem((call) => {
  if (call.index !== Math.floor(fatal)) return;
  if (fatal % 1 > 0) {
    const [descriptor, content] = call.arguments as [number, Buffer];
    writeSync(descriptor, content, 0, Math.floor(content.length / 2));
  }
  process.kill(process.pid, 'SIGKILL');
});

const onWait = (message: string) => console.log(message);
while (gate && !existsSync(gate)) await sleep(1);
if (task === 'recover') await recover(base, { fs });
else {
  const tasks = [JSON.parse(task)].flat() as Scenario[];
  for (const each of tasks) await runCommand(base, each, { fs, onWait });
}
