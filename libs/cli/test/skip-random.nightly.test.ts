import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { config, edits, Shop } from './skipping-shop.js';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'skip-')));
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

const often: readonly (readonly string[])[] = [
  ['generate', config],
  ['generate', config, '--prune'],
];
const seldom: readonly (readonly string[])[] = [
  ['generate', config, '--check'],
  ['generate', config, '--check', '--prune', '--json'],
  ['generate', config, '--dry-run', '--diff'],
  ['generate', config, '--json'],
  ['generate', config, '--keep-edits'],
  ['generate', config, '--clean'],
  ['generate', config, '--out', 'gen1'],
  ['validate', config],
];

it('a run that may be skipped, after any changes, has the same files, output and exit code', async () => {
  const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);
  const step = fc.record({
    // Half of the time nothing changes.
    edit: fc.option(some(...Object.keys(edits)), { freq: 2 }),
    value: some<0 | 1 | 2>(0, 1, 2),
    // Half of the time it is what most people run.
    command: fc.oneof(some(...often), some(...seldom)),
  });
  let number = 0;
  let skipped = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 14, maxLength: 14 }), async (steps) => {
      number += 1;
      const shop = new Shop(join(base, `skips-${number}`));
      const other = new Shop(join(base, `does-all-${number}`));
      // Code that is as young as the process is not trusted to be what it has loaded.
      await delay(2100);
      for (const { edit, value, command } of steps) {
        if (edit !== null) [shop, other].forEach((each) => edits[edit]!(each, value));
        const before = shop.records();
        const outcome = shop.codegen(...command);
        expect(outcome).toEqual(other.codegen(...command, '--no-skip'));
        expect(shop.files()).toEqual(other.files());
        if (outcome.status === 0 && shop.records() === before) skipped += 1;
      }
    }),
    { numRuns: 20, endOnFailure: true },
  );
  expect(skipped).toBeGreaterThan(0);
});
