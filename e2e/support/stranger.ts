import { execFile, type ExecFileOptions } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

import { ownPackages, repository } from '../../tools/packages/own-packages.js';
import { npm } from './pack.js';
import { startRegistry, type Registry } from './registry.js';

/** A machine of somebody else: it takes our packages from a registry. */
export interface Stranger {
  readonly registry: Registry;
  readonly env: NodeJS.ProcessEnv;
  readonly directory: string;
  /** Makes an empty folder, with the config `api.jsonnet`. */
  place(name: string, manifest?: object): string;
  dispose(): Promise<void>;
}

const config = `{
  version: '1',
  module: 'blog',
  models: false,
  resources: [
    { model: 'models.Post', operations: [{ name: 'get', fields: [{ name: 'title', type: 'str' }] }] },
  ],
}
`;

/** Publishes all packages, and starts from nothing. */
export async function meetStranger(): Promise<Stranger> {
  const directory = mkdtempSync(join(tmpdir(), 'install-'));
  const registry = await startRegistry();
  await registry.publish(ownPackages());
  const env = {
    PATH: process.env['PATH'],
    HOME: directory,
    NO_COLOR: '1',
    ...registry.env,
    npm_config_cache: join(directory, 'cache'),
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    YARN_NPM_REGISTRY_SERVER: registry.url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_TELEMETRY: 'false',
    // Yarn waits for days before it takes what was published just now.
    YARN_NPM_MINIMAL_AGE_GATE: '0',
  };
  return {
    registry,
    env,
    directory,
    place(name, manifest) {
      const folder = join(directory, name);
      mkdirSync(folder);
      writeFileSync(join(folder, 'api.jsonnet'), config);
      if (manifest) writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
      return folder;
    },
    async dispose() {
      await registry.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export async function run(program: string, args: readonly string[], options: ExecFileOptions) {
  try {
    return await promisify(execFile)(program, args, {
      ...options,
      encoding: 'utf8',
      maxBuffer: 1e7,
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

export function filesIn(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path), readFileSync(path, 'utf8')];
    }),
  );
}

/** A package manager: how it adds packages and runs their commands; what installs it, if npm must. */
export interface Manager {
  readonly name: string;
  readonly add: readonly string[];
  readonly exec: readonly string[];
  readonly from?: { readonly package: string; readonly program: string };
  readonly settings?: string;
}

export const npmManager: Manager = { name: 'npm', add: ['install', '-D'], exec: ['exec', '--'] };

/** Installs the command and a target with a package manager, and generates; gives the folder. */
export async function generateBy(manager: Manager, stranger: Stranger): Promise<string> {
  const { name, add, exec, from, settings } = manager;
  const { env } = stranger;
  const cwd = stranger.place(`with ${name}`, { name: 'api', private: true });
  if (settings) writeFileSync(join(cwd, '.yarnrc.yml'), settings);
  const call = async (...args: readonly string[]) => {
    const program = from && join(await installed(from.package), 'node_modules', from.program);
    return program
      ? run(process.execPath, [program, ...args], { cwd, env })
      : run(npm, args, { cwd, env });
  };
  await call(...add, '@rowhouse/cli', '@rowhouse/fastapi');
  await call(...exec, 'codegen', 'generate', 'api.jsonnet');
  return cwd;
}

/** A folder with a tool in its `node_modules`, which later tests and runs take over. */
export async function installed(tool: string): Promise<string> {
  const folder = join(repository, 'node_modules/.cache/rowhouse-tools', tool.replaceAll('/', '-'));
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  await run(npm, ['install', '--prefix', making, '--no-audit', '--no-fund', tool], { cwd: making });
  renameSync(making, folder);
  return folder;
}
