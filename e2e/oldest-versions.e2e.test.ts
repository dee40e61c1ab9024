import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import { createDatabase, ensureOtherPython, hypothesisFolder } from '@rowhouse/harness';
import { expect, inject, test } from 'vitest';

import { pythonPackages } from '../tools/versions/versions.js';

const root = resolve(import.meta.dirname, '..');

test.each([
  ['apps/demo', '_generated'],
  // Answers that Pydantic alone can write: NaN and infinity.
  ['libs/runtime', 'tests/test_values.py'],
  // So it is with addresses.
  ['libs/runtime', 'tests/test_examples.py'],
  // Older versions of PyJWT and Starlette leave more to their callers.
  ['libs/runtime', 'tests/test_auth.py'],
  ['libs/runtime', 'tests/test_issued_tokens.py'],
  ['libs/runtime', 'tests/test_tokens.py'],
])('%s/%s passes with the oldest versions that are supported', async (directory, tests) => {
  const oldest = pythonPackages.map(({ name, least }) => `${name}==${least}`);
  const python = await ensureOtherPython('python-oldest', [
    ...oldest,
    'argon2-cffi',
    'cryptography',
    'fastapi-swagger',
    'hypothesis',
  ]);
  const database = await createDatabase(inject('postgresUrl'));
  try {
    const env = {
      TEST_DATABASE_URL: database.url,
      HYPOTHESIS_STORAGE_DIRECTORY: hypothesisFolder,
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-W', 'error', tests];
    const cwd = resolve(root, directory);
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 << 20 };
    const { stdout } = await promisify(execFile)(python, args, options);
    expect(stdout).toMatch(/^\d+ passed in /m);
  } finally {
    await database.drop();
  }
});
