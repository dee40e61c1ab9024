/**
 * Takes the lock of an output root over and over, and looks whether it is alone each time.
 *
 * Arguments: the output root, a directory for marks, how often, and whether it kills itself while it
 * holds the lock for the last time. Exits with 3 when it was not alone.
 */
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { acquireLock } from '../src/lock/lock.js';

const [root, marks, rounds, end] = process.argv.slice(2) as [string, string, string, string];
const mark = join(marks, 'inside');

for (let round = 1; round <= Number(rounds); round++) {
  const lock = await acquireLock(root, {});
  enter();
  if (Math.random() < 0.5) await sleep(Math.random() * 3);
  if (round === Number(rounds) && end === 'kill') process.kill(process.pid, 'SIGKILL');
  if (round === Number(rounds) && end === 'hang') {
    console.log('holding');
    await sleep(60_000);
  }
  unlinkSync(mark);
  lock!.release();
}

function enter(): void {
  try {
    writeFileSync(mark, String(process.pid), { flag: 'wx' });
  } catch {
    if (isAlive(Number(readFileSync(mark, 'utf8')))) process.exit(3);
    writeFileSync(mark, String(process.pid));
  }
}

function isAlive(pid: number): boolean {
  const stat = (() => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      return undefined;
    }
  })();
  if (stat !== undefined) return !/\) [ZX] /.test(stat);
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
