import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { DiskError, recover } from '../src/index.js';
import { prepare, runCommand } from './run-scenario.js';
import { scenarios, type Scenario } from './scenarios.js';
import { snapshot, type Snapshot } from './snapshot.js';
import { temporaryDirectory } from './temporary-directory.js';
import {
  countingFileSystem,
  systemError,
  watchedFileSystem,
  type MutatingCall,
} from './watched-file-system.js';

const codes = ['ENOSPC', 'EACCES', 'EROFS', 'EIO'];

/** Which calls fail, when the one numbered `from` does. */
const spans = [
  { span: 'once', fails: (index: number, from: number) => index === from },
  { span: 'from then on', fails: (index: number, from: number) => index >= from },
];

describe.each(spans)('a disk that fails $span, at every call in turn', ({ span, fails }) => {
  it.each(scenarios)('$name', async (scenario) => {
    const { base, start, before, after, calls } = await rehearse(scenario);
    const outcomes = new Set<string>();
    for (let from = 1; from <= calls; from++) {
      for (const code of codes) {
        const place = join(base, 'place');
        cpSync(start, place, { recursive: true });
        let failed: MutatingCall | undefined;
        const fs = watchedFileSystem((call) => {
          if (!fails(call.index, from)) return;
          failed ??= call;
          throw systemError(code, call);
        });
        const error = await runCommand(place, scenario, { fs }).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        const where = `${code} at call ${from}, ${failed?.name}(${String(failed?.arguments[0])})`;
        if (error) expectPlainError(error, code, base);

        // A fault that passes is undone by the command itself, not by the next one.
        if (span === 'once') {
          expect(visible(snapshot(place)), where).toEqual(visible(error ? before : after));
        }
        await recover(join(place, scenario.root), { timeoutMs: 0 });
        const found = snapshot(place);
        const outcome = error ? 'failed' : 'succeeded';
        const undone = error instanceof DiskError && !/the next run/.test(error.message);
        if (!error) expect(found, where).toEqual(after);
        else if (undone) expect(found, where).toEqual(before);
        else expect([before, after], where).toContainEqual(found);
        outcomes.add(outcome);
        rmSync(place, { recursive: true });
      }
    }
    expect(outcomes).toContain('failed');
  });
});

it('a failed command can be run again', async () => {
  const scenario = scenarios.find(({ name }) => name === 'generation with --clean')!;
  const { start, after } = await rehearse(scenario);
  const fs = watchedFileSystem((call) => {
    if (call.name === 'renameSync' && call.index > 20) throw systemError('ENOSPC', call);
  });
  await expect(runCommand(start, scenario, { fs })).rejects.toThrow('no space is left');
  await runCommand(start, scenario);
  expect(snapshot(start)).toEqual(after);
});

it('a file system without hard links does', async () => {
  for (const code of ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']) {
    const scenario = scenarios.find(({ name }) => name === 'update')!;
    const { start, after } = await rehearse(scenario);
    const fs = watchedFileSystem((call) => {
      if (call.name === 'linkSync') throw systemError(code, call);
    });
    await runCommand(start, scenario, { fs });
    expect(snapshot(start)).toEqual(after);
  }
});

it('without hard links, too, a fault leaves the old files', async () => {
  const scenario = scenarios.find(({ name }) => name === 'update')!;
  const { base, start, before, calls } = await rehearse(scenario);
  for (let from = 1; from <= calls + 4; from++) {
    const place = join(base, 'place');
    cpSync(start, place, { recursive: true });
    const fs = watchedFileSystem((call) => {
      if (call.name === 'linkSync') throw systemError('ENOTSUP', call);
      if (call.name === 'renameSync' && call.index === from) throw systemError('EIO', call);
    });
    const failed = await runCommand(place, scenario, { fs }).then(
      () => false,
      () => true,
    );
    if (failed) expect(snapshot(place)).toEqual(before);
    rmSync(place, { recursive: true });
  }
});

/** Runs a scenario once, to learn its outcome and how many calls it takes. */
async function rehearse(scenario: Scenario) {
  const base = temporaryDirectory();
  const start = join(base, 'start');
  mkdirSync(start);
  await prepare(start, scenario);
  const before = snapshot(start);
  const whole = join(base, 'whole');
  cpSync(start, whole, { recursive: true });
  const { fs, calls } = countingFileSystem();
  await runCommand(whole, scenario, { fs });
  return { base, start, before, after: snapshot(whole), calls: calls.length };
}

function expectPlainError(error: unknown, code: string, base: string): void {
  expect(error).toBeInstanceOf(DiskError);
  const { message, code: found, path } = error as DiskError;
  expect(found).toBe(code);
  expect(path.startsWith(base)).toBe(true);
  expect(message).toContain(path);
  expect(message).not.toContain('\n');
  expect(message).not.toContain('injected');
}

/** Without what an interrupted clearing up may leave to the next run. */
function visible(found: Snapshot): Snapshot {
  return Object.fromEntries(
    Object.entries(found).filter(([path]) => !/\.rowhouse-(?:lock|stage|root)/.test(path)),
  );
}
