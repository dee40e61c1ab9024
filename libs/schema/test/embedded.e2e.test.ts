import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { expect, test, vi } from 'vitest';

import { startEmbeddedPostgres } from '../src/embedded/index.js';

async function directoryOf(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ path: string }>(
    "SELECT current_setting('data_directory') AS path",
  );
  await client.end();
  return rows[0]!.path;
}

test('an embedded server leaves nothing behind, wherever its files are', async () => {
  const server = await startEmbeddedPostgres();
  const data = await directoryOf(server.url);
  expect(existsSync(data)).toBe(true);
  await server.stop();
  expect(existsSync(data)).toBe(false);
});

test('TMPDIR says where all its files are', async () => {
  const chosen = await mkdtemp(join(tmpdir(), 'rowhouse-chosen-'));
  vi.stubEnv('TMPDIR', chosen);
  try {
    // As root, the server runs as another user.
    await chmod(chosen, 0o755);
    const server = await startEmbeddedPostgres();
    expect(await directoryOf(server.url)).toContain(chosen);
    await server.stop();
    expect(await readdir(chosen)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(chosen, { recursive: true, force: true });
  }
});
