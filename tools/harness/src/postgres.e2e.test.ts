import { startEmbeddedPostgres } from '@rowhouse/schema/embedded';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';

import { createDatabase } from './postgres.js';

/** Why nobody can connect, if so. A server that is about to stop may still take a connection, and cut it. */
async function refusal(url: string): Promise<string> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'it listens';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe('the embedded server', () => {
  test('serves databases that are gone once dropped, and stops', async () => {
    const server = await startEmbeddedPostgres();
    const database = await createDatabase(server.url);
    const client = new pg.Client(database.url);
    await client.connect();
    expect((await client.query('SELECT current_database() AS name')).rows).toEqual([
      { name: database.name },
    ]);
    await client.end();
    await database.drop();
    await server.stop();
    expect(await refusal(server.url)).toContain('ECONNREFUSED');
  });

  test('does not outlive a process that is killed by a signal, and leaves no file', async () => {
    const script = `
      import { startEmbeddedPostgres } from '@rowhouse/schema/embedded';
      const server = await startEmbeddedPostgres();
      console.log(server.url);
      setInterval(() => undefined, 1000);
    `;
    const temporary = mkdtempSync(join(tmpdir(), 'rowhouse-signal-'));
    chmodSync(temporary, 0o755);
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, TMPDIR: temporary, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await new Promise<string>((resolve) =>
      child.stdout.once('data', (text: Buffer) => {
        resolve(text.toString().trim());
      }),
    );
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    await expect.poll(() => refusal(url)).toContain('ECONNREFUSED');
    expect(readdirSync(temporary)).toEqual([]);
    rmSync(temporary, { recursive: true });
  });
});
