import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort, pythonProgram } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** A runtime of one function, whose tests need no database. */
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lost-database-'));
  for (const folder of ['rowhouse_runtime', 'tests', 'log']) mkdirSync(join(root, folder));
  writeFileSync(join(root, 'rowhouse_runtime/__init__.py'), '');
  const source = ['def one() -> int:', '    return 1', ''];
  writeFileSync(join(root, 'rowhouse_runtime/numbers.py'), source.join('\n'));
  const tests = [
    'from rowhouse_runtime.numbers import one',
    '',
    'def test_one() -> None:',
    '    assert one() == 1',
    '',
  ];
  writeFileSync(join(root, 'tests/test_numbers.py'), tests.join('\n'));
});
afterAll(() => rmSync(root, { recursive: true }));

function runMutants(url: string) {
  const args = ['-P', '-m', 'mutants', root, 'runtime', '--log', join(root, 'log')];
  const PYTHONPATH = join(import.meta.dirname, '..');
  return spawnSync(pythonProgram('python'), args, {
    encoding: 'utf8',
    env: { ...process.env, TEST_DATABASE_URL: url, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' },
  });
}

test('mutants are killed by failing tests', () => {
  const { status, stdout } = runMutants(inject('postgresUrl'));
  expect(stdout).toMatch(/^all +2 +2 +0 +0 +0$/m);
  expect(status).toBe(0);
});

test('without a database, no mutant counts as killed', async () => {
  const { status, stdout, stderr } = runMutants(
    `postgres://postgres@127.0.0.1:${await freePort()}/postgres`,
  );
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^The database does not answer, so tests fail on any mutant: .+\n$/);
  expect(status).toBe(1);
});
