import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { recover } from '../src/index.js';
import { start } from './child-process.js';
import { plainScripts } from './plain-scripts.js';
import { prepare, runCommand } from './run-scenario.js';
import { scenarios, type Scenario } from './scenarios.js';
import { snapshot, type Snapshot } from './snapshot.js';
import { temporaryDirectory } from './temporary-directory.js';
import { countingFileSystem } from './watched-file-system.js';

const scripts = plainScripts();

/** How many processes are started at a time. */
const atOnce = 4;

describe('a process killed at every system call that changes the disk', () => {
  it.each(scenarios)('$name', async (scenario) => {
    const base = temporaryDirectory();
    const start = join(base, 'start');
    mkdirSync(start);
    await prepare(start, scenario);
    const before = snapshot(start);

    const whole = copy(start, join(base, 'whole'));
    const { fs, calls } = countingFileSystem();
    await runCommand(whole, scenario, { fs });
    const after = snapshot(whole);
    expect(calls.length).toBeGreaterThan(3);
    expect(after).not.toEqual(before);

    const points = calls.flatMap(({ index, name }) =>
      name === 'writeSync' ? [index, index + 0.5] : [index],
    );
    const seen = new Set<string>();
    await inParallel(points, async (point) => {
      const killed = copy(start, join(base, `at-${point}`));
      expect(await runAndKill(killed, scenario, point), `call ${point}`).toBe('SIGKILL');

      const copyForOthers = copy(killed, join(base, `other-${point}`));
      await recover(join(killed, scenario.root));
      const found = snapshot(killed);
      const which = same(found, before) ? 'old' : same(found, after) ? 'new' : 'mixed';
      expect(found, `killed at call ${point}`).toEqual(which === 'old' ? before : after);
      seen.add(which);

      // The command itself, run once more, needs nobody to recover first.
      await runCommand(copyForOthers, scenario);
      expect(snapshot(copyForOthers), `run again after call ${point}`).toEqual(after);
      for (const directory of [killed, copyForOthers]) rmSync(directory, { recursive: true });
    });
    expect([...seen].sort()).toEqual(['new', 'old']);
  });
});

describe('a recovery killed at every system call that changes the disk', () => {
  const killedOnes = scenarios.filter(({ name }) =>
    ['prune', 'generation with --clean'].includes(name),
  );
  it.each(killedOnes)('$name', async (scenario) => {
    const base = temporaryDirectory();
    const original = join(base, 'start');
    mkdirSync(original);
    await prepare(original, scenario);
    const before = snapshot(original);
    const whole = copy(original, join(base, 'whole'));
    const { fs, calls } = countingFileSystem();
    await runCommand(whole, scenario, { fs });
    // The last rename: nearly everything is to be undone.
    const last = calls.findLast(({ name }) => name === 'renameSync')!.index;

    await runAndKill(original, scenario, last + 1);
    const trial = copy(original, join(base, 'trial'));
    const recovery = countingFileSystem();
    await recover(join(trial, scenario.root), { fs: recovery.fs });
    expect(recovery.calls.filter(({ name }) => name === 'renameSync').length).toBeGreaterThan(3);
    await inParallel(recovery.calls, async ({ index }) => {
      const killed = copy(original, join(base, `at-${index}`));
      const root = join(killed, scenario.root);
      const { ended } = start(scripts.path('child.js'), [root, 'recover', String(index)]);
      expect((await ended).signal).toBe('SIGKILL');
      await recover(root);
      expect(snapshot(killed), `killed at call ${index}`).toEqual(before);
    });
  });
});

function copy(from: string, to: string): string {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  return to;
}

function same(left: Snapshot, right: Snapshot): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** @returns the signal that ended the process. */
async function runAndKill(base: string, scenario: Scenario, point: number) {
  const task = JSON.stringify(scenario);
  const { signal } = await start(scripts.path('child.js'), [base, task, String(point)]).ended;
  return signal;
}

async function inParallel<T>(items: readonly T[], action: (item: T) => Promise<void>) {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await action(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
