/**
 * Compares @rowhouse/jsonnet with the `jsonnet` command on random programs: both must give the same
 * value, or both an error. Usage:
 *
 *   tsx --conditions=@rowhouse/source tools/jsonnet-fuzz/run.ts [--seed N] [--count N]
 *
 * Prints each program that differs, and ends with status 1 when there is one.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { JsonnetError, evaluate } from '@rowhouse/jsonnet';
import { ProgramMaker } from './programs.js';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '500' } },
});
const [seed, count] = [Number(values.seed), Number(values.count)];

type Outcome = { readonly value: unknown } | { readonly error: string };

function ours(source: string): Outcome {
  try {
    return { value: evaluate(source, { filename: 'fuzz', maxSteps: 5_000_000 }).value };
  } catch (error) {
    if (error instanceof JsonnetError) return { error: error.message };
    throw new Error(`a defect, on:\n${source}`, { cause: error });
  }
}

function reference(source: string): Outcome {
  const { error, status, stdout, stderr } = spawnSync('jsonnet', ['-'], {
    input: source,
    encoding: 'utf8',
    timeout: 10_000,
    maxBuffer: 2 ** 28,
  });
  if (error) throw new Error(`the jsonnet command: ${error.message}, on:\n${source}`);
  return status === 0 ? { value: JSON.parse(stdout) as unknown } : { error: stderr };
}

/** The reference writes a zero that it negated as -0. */
const unsigned = (_: string, item: unknown): unknown => (item === 0 ? 0 : item);
const same = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left, unsigned) === JSON.stringify(right, unsigned);

/** Where the reference's library takes any value that happens to work, ours names the type it takes. */
const isStricter = (left: Outcome): boolean =>
  'error' in left && /^[^\n]*: std\.\w+: "\w+" must be /.test(left.error);

/** Debian's version loses `$` in objects inside some array comprehensions, and gives no place. */
const isKnownDefect = (right: Outcome): boolean =>
  'error' in right && right.error === 'STATIC ERROR:  Unknown variable: $\n';

const maker = new ProgramMaker(seed);
const counts = { same: 0, bothFail: 0, stricter: 0, knownDefect: 0, different: 0 };
for (let index = 0; index < count; index++) {
  const source = maker.program();
  const [left, right] = [ours(source), reference(source)];
  if ('error' in left && 'error' in right) counts.bothFail++;
  else if ('value' in left && 'value' in right && same(left.value, right.value)) {
    counts.same++;
  } else if (isStricter(left)) counts.stricter++;
  else if (isKnownDefect(right)) counts.knownDefect++;
  else {
    counts.different++;
    console.log(`--- program ${index} of seed ${seed}\n${source}`);
    console.log(`ours:      ${JSON.stringify(left).slice(0, 600)}`);
    console.log(`reference: ${JSON.stringify(right).slice(0, 600)}`);
  }
}
console.log(`seed ${seed}:`, counts);
if (counts.different > 0) process.exitCode = 1;
