import {
  createDatabase,
  ensurePython,
  hypothesisFolder,
  pythonProgram,
  type TemporaryDatabase,
} from '@rowhouse/harness';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const run = promisify(execFile);
const libs = resolve(import.meta.dirname, '../..');
const pyright = join(
  dirname(createRequire(import.meta.url).resolve('pyright/package.json')),
  'index.js',
);

/** Runs a program in a folder; its output is the failure's message. */
async function outputIn(
  directory: string,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const environment = { ...process.env, ...env, PYTHONDONTWRITEBYTECODE: '1' };
  return run(program, args, { cwd: directory, env: environment, maxBuffer: 64 << 20 }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string; stderr?: string; message: string }) => {
      throw new Error([error.message, error.stdout, error.stderr].join('\n'));
    },
  );
}

describe.each(['runtime', 'testing'])('the Python of libs/%s', (name) => {
  const output = (program: string, args: string[], env?: NodeJS.ProcessEnv) =>
    outputIn(join(libs, name), program, args, env);
  let database: TemporaryDatabase;

  beforeAll(async () => {
    await ensurePython();
    database = await createDatabase(inject('postgresUrl'));
  });
  afterAll(() => database.drop());

  test('passes its own tests on PostgreSQL', async () => {
    const report = await output(
      pythonProgram('python'),
      ['-m', 'pytest', '--quiet', '-p', 'no:cacheprovider'],
      { TEST_DATABASE_URL: database.url, HYPOTHESIS_STORAGE_DIRECTORY: hypothesisFolder },
    );
    expect(report).toMatch(/^\d{3,} passed in /m);
    expect(report).not.toMatch(/skipped|xfailed/);
  });

  test('is formatted and free of lint', async () => {
    expect(await output(pythonProgram('ruff'), ['check', '--no-cache', '.'])).toContain(
      'All checks passed!',
    );
    expect(await output(pythonProgram('ruff'), ['format', '--no-cache', '--check', '.'])).toContain(
      'already formatted',
    );
  });

  test('is typed strictly, for mypy', async () => {
    const report = await output(pythonProgram('mypy'), ['--cache-dir', '/dev/null', '.']);
    expect(report).toMatch(/^Success: no issues found in \d+ source files/);
  });

  test('is typed strictly, for pyright', async () => {
    const report = await output(process.execPath, [
      pyright,
      '--pythonpath',
      pythonProgram('python'),
    ]);
    expect(report).toContain('0 errors, 0 warnings');
  });
});
