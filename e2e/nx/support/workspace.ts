import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { ensurePython } from '@rowhouse/harness';

import { npm } from '../../support/pack.js';
import { cacheFolder, packPackages, renameUnlessThere } from './packages.js';

/** The versions of Nx that the plugin is tested on. */
export const nxVersions = { old: '22.7.12', main: '23.3.1', new: '24.0.6' } as const;

/** What a command printed, both streams together, and its exit code. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** What a run did for a task: `ran`, or where the result came from. */
export type TaskStatus = 'ran' | 'local cache' | 'remote cache';

/** A real Nx workspace in a folder of its own. */
export interface NxWorkspace {
  readonly root: string;
  /** Runs nx; fails the test when nx does. */
  nx(...args: string[]): Promise<string>;
  /** Runs nx, which may fail. */
  tryNx(...args: string[]): Promise<CommandResult>;
  /** Runs nx, and tells for each task what it did. */
  statuses(...args: string[]): Promise<Record<string, TaskStatus>>;
  /** Runs nx, and gives the names of the tasks that failed. */
  failures(...args: string[]): Promise<{ readonly tasks: string[]; readonly output: string }>;
  /** Starts nx, for a command that does not end by itself. */
  start(...args: string[]): BackgroundCommand;
  /** Runs any program in the workspace; fails the test when it fails. */
  run(program: string, ...args: string[]): Promise<string>;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  read(path: string): Promise<string>;
  remove(path: string): Promise<void>;
  has(path: string): boolean;
  /** Commits all files. */
  commit(): Promise<void>;
  /** The environment that commands run in; a test may change it. */
  readonly env: NodeJS.ProcessEnv;
  /** Removes the folder. */
  dispose(): Promise<void>;
}

/** A command that goes on until it is stopped. */
export interface BackgroundCommand {
  /** Waits until it has printed a text since the last call; fails when it ends before. */
  printed(text: string): Promise<void>;
  /** Ends it as a terminal would, and gives all that it printed. */
  stop(): Promise<CommandResult>;
}

/** How a workspace begins. */
export interface WorkspaceOptions {
  readonly nxVersion: string;
  /** Without our packages: for `nx add`. */
  readonly bare?: boolean;
  readonly files?: Readonly<Record<string, string>>;
}

/** Makes a workspace with Nx and our packages installed, from tarballs. */
export async function createWorkspace(options: WorkspaceOptions): Promise<NxWorkspace> {
  const base = await installedBase(options.nxVersion, options.bare ?? false);
  const root = await realpath(await mkdtemp(join(tmpdir(), 'rowhouse-ws-')));
  await copyFolder(base, root);
  const workspace = openWorkspace(root, { slowly: options.nxVersion === nxVersions.old });
  await workspace.write({
    'nx.json': JSON.stringify({
      ...(options.bare ? {} : { plugins: ['@rowhouse/nx'] }),
      analytics: false,
      neverConnectToCloud: true,
    }),
    '.gitignore': 'node_modules\n.nx\n_generated/\n__pycache__\n',
    ...options.files,
  });
  await workspace.run('git', 'init', '--quiet', '--initial-branch=main');
  await workspace.commit();
  return workspace;
}

/**
 * A handle on a workspace that is there, such as a second clone. `slowly` writes no two times within
 * a second: Nx 22 compares the times of files in whole seconds, and would miss the later change.
 */
export function openWorkspace(root: string, { slowly = false } = {}): NxWorkspace {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    TMPDIR: process.env['TMPDIR'],
    NO_COLOR: '1',
    NX_DAEMON: 'false',
    NX_TUI: 'false',
    NX_NO_CLOUD: 'true',
    // Else each command starts a process for each plugin. The first hour of a user is tested as it is by default.
    NX_ISOLATE_PLUGINS: 'false',
    NX_CACHE_DIRECTORY: join(root, '.nx/cache'),
    NX_WORKSPACE_DATA_DIRECTORY: join(root, '.nx/workspace-data'),
    GIT_AUTHOR_NAME: 'test',
    GIT_AUTHOR_EMAIL: 'test@example.com',
    GIT_COMMITTER_NAME: 'test',
    GIT_COMMITTER_EMAIL: 'test@example.com',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
  const nxProgram = join(root, 'node_modules/nx/dist/bin/nx.js');
  const runNx = (args: readonly string[]) =>
    execute(process.execPath, [nxProgram, ...args], root, env);
  const workspace: NxWorkspace = {
    root,
    env,
    tryNx: (...args) => runNx(args),
    nx: async (...args) => succeed(`nx ${args.join(' ')}`, await runNx(args)),
    async statuses(...args) {
      await rm(join(root, '.nx/cache/run.json'), { force: true });
      succeed(`nx ${args.join(' ')}`, await runNx(args));
      return readStatuses(await readTasks(root));
    },
    async failures(...args) {
      await rm(join(root, '.nx/cache/run.json'), { force: true });
      const { code, output } = await runNx(args);
      const failed = (await readTasks(root)).filter(({ status }) => status !== 0);
      if ((code === 0) !== (failed.length === 0)) throw new Error(`exit code ${code}:\n${output}`);
      return { tasks: failed.map(({ taskId }) => taskId).sort(), output };
    },
    start: (...args) => startCommand(process.execPath, [nxProgram, ...args], root, env),
    run: async (program, ...args) =>
      succeed(`${program} ${args.join(' ')}`, await execute(program, args, root, env)),
    async write(files) {
      if (slowly) await sleep(1020 - (Date.now() % 1000)); // a file's time lags some milliseconds
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), text);
      }
    },
    read: (path) => readFile(join(root, path), 'utf8'),
    remove: (path) => rm(join(root, path), { recursive: true, force: true }),
    has: (path) => existsSync(join(root, path)),
    async commit() {
      await workspace.run('git', 'add', '--all');
      await workspace.run('git', 'commit', '--quiet', '--allow-empty', '--message', 'x');
    },
    dispose: async () => void (await execute('rm', ['-rf', root], '/', env)),
  };
  return workspace;
}

/** With all that is installed, in a tenth of the time that Node takes. */
export async function copyFolder(from: string, to: string): Promise<void> {
  succeed('cp', await execute('cp', ['-a', `${from}/.`, to], '/', process.env));
}

/** Puts the shared Python environment on a workspace's path. */
export async function usePython({ env }: NxWorkspace): Promise<void> {
  const bin = dirname(await ensurePython());
  env['PATH'] = `${bin}${delimiter}${env['PATH']}`;
  env['PYTHONDONTWRITEBYTECODE'] = '1';
}

/** Installs each combination once a run; later runs with the same packages take it over. */
async function installedBase(nxVersion: string, bare: boolean): Promise<string> {
  const packed = bare ? undefined : await packPackages();
  const base = join(cacheFolder, `nx-${nxVersion}-${packed?.hash ?? 'bare'}`);
  if (existsSync(base)) return base;
  await mkdir(cacheFolder, { recursive: true });
  const making = await mkdtemp(join(cacheFolder, 'making-'));
  const ours = [...(packed?.tarballs ?? [])].map(([each, path]) => [each, `file:${path}`]);
  const manifest = {
    name: 'workspace',
    private: true,
    devDependencies: { nx: nxVersion, ...(Object.fromEntries(ours) as object) },
  };
  await writeFile(join(making, 'package.json'), JSON.stringify(manifest, null, 2));
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  succeed('npm install', await execute(npm, args, making, process.env));
  if (packed) await removeStale(nxVersion, packed.hash);
  await renameUnlessThere(making, base);
  return base;
}

/** What was made of packages as they were before only fills the disk. */
async function removeStale(nxVersion: string, hash: string): Promise<void> {
  const made = /^(?:nx-(?<version>.+)|packages)-(?<hash>[0-9a-f]{16})$/;
  for (const name of await readdir(cacheFolder)) {
    const groups = made.exec(name)?.groups;
    if (!groups || groups['hash'] === hash) continue;
    if (groups['version'] !== undefined && groups['version'] !== nxVersion) continue;
    await rm(join(cacheFolder, name), { recursive: true, force: true });
  }
}

/** What Nx records of each task of its last run. */
interface TaskRecord {
  readonly taskId: string;
  readonly cacheStatus: string;
  readonly status: number;
}

async function readTasks(root: string): Promise<readonly TaskRecord[]> {
  const text = await readFile(join(root, '.nx/cache/run.json'), 'utf8');
  return (JSON.parse(text) as { tasks: TaskRecord[] }).tasks;
}

function readStatuses(tasks: readonly TaskRecord[]): Record<string, TaskStatus> {
  const words: Record<string, TaskStatus> = {
    'cache-miss': 'ran',
    'local-cache-hit': 'local cache',
    'remote-cache-hit': 'remote cache',
  };
  const statuses = tasks.map(({ taskId, cacheStatus }) => [taskId, words[cacheStatus]] as const);
  return Object.fromEntries(statuses.sort(([left], [right]) => (left < right ? -1 : 1))) as Record<
    string,
    TaskStatus
  >;
}

function startCommand(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): BackgroundCommand {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let seen = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  let hasEnded = false;
  const ended = new Promise<number>((resolve) =>
    child.once('close', (code) => {
      hasEnded = true;
      resolve(code ?? 1);
    }),
  );
  return {
    async printed(text) {
      const signal = AbortSignal.timeout(60_000);
      const printing = [child.stdout, child.stderr].map(
        (stream) => () => once(stream, 'data', { signal }),
      );
      while (!output.includes(text, seen)) {
        if (hasEnded) throw new Error(`it ended before '${text}':\n${output}`);
        await Promise.race([...printing.map((wait) => wait()), ended]).catch((cause: unknown) => {
          throw new Error(`it did not print '${text}':\n${output}`, { cause });
        });
      }
      seen = output.indexOf(text, seen) + text.length;
    },
    async stop() {
      child.kill('SIGINT');
      return { code: await ended, output };
    },
  };
}

function execute(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function succeed(command: string, { code, output }: CommandResult): string {
  if (code !== 0) throw new Error(`${command} exited with ${code}:\n${output}`);
  return output;
}
