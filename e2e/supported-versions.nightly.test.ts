import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import {
  createDatabase,
  ensureOtherPostgres,
  ensureOtherPython,
  hypothesisFolder,
  installedPythons,
} from '@rowhouse/harness';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@rowhouse/schema/embedded';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { platforms, pythonPackages } from '../tools/versions/versions.js';

const root = resolve(import.meta.dirname, '..');
const { python, postgresql } = platforms;

const pythons = await installedPythons(python.least, python.newestTested);
const [newest, oldest] = [pythons[0], pythons.at(-1)];
/** Packages without a range: they are only tested in their newest version. */
const others = ['argon2-cffi', 'cryptography', 'fastapi-swagger', 'hypothesis'];
/** What generated tests call: this repository's own package. */
const testing = '-e ./libs/testing';

describe(`on Python ${oldest?.version} and PostgreSQL ${postgresql.least}, with the oldest packages`, () => {
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    const binDirectory = await ensureOtherPostgres(postgresql.least);
    postgres = await startEmbeddedPostgres({ binDirectory });
  });
  afterAll(() => postgres.stop());

  const packages = [
    ...pythonPackages.map(({ name, least }) => `${name}==${least}`),
    ...others,
    testing,
  ];

  test.each([
    ['apps/demo', '_generated'],
    // Responses that only Pydantic can write: NaN and infinity.
    ['libs/runtime', 'tests/test_values.py'],
    // So it is with addresses.
    ['libs/runtime', 'tests/test_examples.py'],
    // Older versions of PyJWT and Starlette leave more to their callers.
    ['libs/runtime', 'tests/test_auth.py'],
    ['libs/runtime', 'tests/test_issued_tokens.py'],
    ['libs/runtime', 'tests/test_tokens.py'],
  ])('%s/%s passes', async (directory, tests) => {
    const environment = await ensureOtherPython('python-oldest', packages, oldest?.interpreter);
    await expectToPass(environment, postgres.url, directory, tests);
  });
});

describe(`on Python ${newest?.version}, with the newest packages and PostgreSQL`, () => {
  const pinned = readFileSync(resolve(root, 'requirements.txt'), 'utf8').split('\n');
  const named = [...pythonPackages.map(({ name }) => name), ...others].map(
    (name) => pinned.find((line) => line.startsWith(`${name}==`)) ?? `${name} is not pinned`,
  );
  const packages = [...named, testing];

  test.each([
    ['apps/demo', '_generated'],
    ['libs/runtime', 'tests'],
  ])('%s/%s passes', async (directory, tests) => {
    const environment = await ensureOtherPython('python-newest', packages, newest?.interpreter);
    await expectToPass(environment, inject('postgresUrl'), directory, tests);
  });
});

async function expectToPass(
  environment: string,
  serverUrl: string,
  directory: string,
  tests: string,
): Promise<void> {
  const database = await createDatabase(serverUrl);
  try {
    const env = {
      TEST_DATABASE_URL: database.url,
      HYPOTHESIS_STORAGE_DIRECTORY: hypothesisFolder,
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-W', 'error', tests];
    const cwd = resolve(root, directory);
    // Below the timeout of a test, which would leave it running beside the next one.
    const timeout = 480_000;
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 << 20, timeout };
    const { stdout } = await promisify(execFile)(environment, args, options);
    expect(stdout).toMatch(/^\d+ passed in /m);
  } finally {
    await database.drop();
  }
}
