import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createDatabase, pythonProgram } from '@rowhouse/harness';
import { expect, inject, test } from 'vitest';

/** The way that every user goes, once: the command, Nx, and the generated tests on PostgreSQL. */
const repository = join(import.meta.dirname, '..');
const demo = join(repository, 'apps/demo');

async function run(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, NO_COLOR: '1', ...env }, maxBuffer: 64 << 20 };
  const { stdout } = await promisify(execFile)(file, args, options);
  return stdout;
}

test("the demo's tree is what its config makes", async () => {
  const codegen = join(repository, 'libs/cli/bin/codegen.cjs');
  const args = [codegen, 'generate', '--config', 'codegen.config.jsonnet', '--check'];
  expect(await run(process.execPath, args, demo)).toMatch(/^UNCHANGED \d+ files$/m);
});

test("the demo's config is valid through Nx", async () => {
  const directory = mkdtempSync(join(tmpdir(), 'nx-main-path-'));
  try {
    const env = {
      NX_DAEMON: 'false',
      NX_CACHE_DIRECTORY: join(directory, 'cache'),
      NX_WORKSPACE_DATA_DIRECTORY: join(directory, 'data'),
    };
    const nx = join(repository, 'node_modules/nx/dist/bin/nx.js');
    const output = await run(
      process.execPath,
      [nx, 'run', 'demo:codegen-validate'],
      repository,
      env,
    );
    expect(output).toContain('Successfully ran target codegen-validate for project demo');
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("the demo's generated tests pass on PostgreSQL", async () => {
  const database = await createDatabase(inject('postgresUrl'));
  try {
    const env = { TEST_DATABASE_URL: database.url, PYTHONDONTWRITEBYTECODE: '1' };
    const args = ['-q', '-p', 'no:cacheprovider', '-W', 'error', '_generated'];
    expect(await run(pythonProgram('pytest'), args, demo, env)).toMatch(/^\d+ passed in /m);
  } finally {
    await database.drop();
  }
});
