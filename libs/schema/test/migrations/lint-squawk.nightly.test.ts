import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ensurePython, pythonProgram } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { statements } from './lint-statements.js';

const SQUAWK = 'squawk-cli==2.70.0';

/** What `schema lint` leaves out: `schema migrate` sets time-outs and finishes what was cut short, and taste is the user's. */
const OTHERS =
  /^(?:prefer-|require-(?:lock|statement)-timeout|require-timeout-settings|ban-char-field)/;

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'squawk-'));

beforeAll(async () => {
  await ensurePython();
  const pip = ['-m', 'pip', 'install', '--quiet', '--target', join(directory, 'package'), SQUAWK];
  await run(pythonProgram('python'), pip);
}, 300_000);
afterAll(() => rmSync(directory, { recursive: true }));

/** The rules that a script breaks, as squawk says. */
async function judged(sql: string): Promise<readonly string[]> {
  const file = join(directory, 'up.sql');
  writeFileSync(file, `${sql};\n`);
  const squawk = join(directory, 'package/bin/squawk');
  // It fails where it finds something.
  const { stdout } = await run(squawk, [
    '--assume-in-transaction',
    '--reporter',
    'json',
    file,
  ]).catch((error: { readonly stdout: string }) => error);
  const found = JSON.parse(stdout) as readonly { readonly rule_name: string }[];
  return found.map(({ rule_name }) => rule_name).filter((rule) => !OTHERS.test(rule));
}

test('squawk judges the statements of the table as it says', async () => {
  const other = [];
  for (const [rule, sql, codes] of statements) {
    const rules = await judged(sql);
    // Of what is harmless because of another statement, squawk sees the one alone.
    const fits = rule === '' ? codes.length === 0 || rules.length === 0 : rules.includes(rule);
    if (!fits) other.push([sql, rules]);
  }
  expect(other).toEqual([]);
});
