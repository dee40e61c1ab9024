import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

import { generate } from '@rowhouse/core';
import { pythonProgram } from '@rowhouse/harness';

import { plugin } from '../libs/fastapi/test/support.js';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '..');

/** A project's folder, copied aside and generated into. */
export interface GeneratedProject {
  readonly directory: string;
  /** Runs a program of the shared Python environment there; fails with what it prints. */
  python(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  remove(): void;
}

/** Copies a folder, of the repository unless its path is absolute, into one of `parent`, and generates its configs. */
export async function generateProject(
  folder: string,
  configs: readonly string[] = ['codegen.config.jsonnet'],
  parent: string = tmpdir(),
): Promise<GeneratedProject> {
  const directory = realpathSync(mkdtempSync(join(parent, `${basename(folder)}-`)));
  const isGenerated = (path: string) =>
    /(?:^|[\\/])(?:_generated|node_modules|\.[a-z_]+_cache|__pycache__)$/.test(path);
  cpSync(resolve(repository, folder), directory, {
    recursive: true,
    filter: (path) => !isGenerated(path),
  });
  for (const config of configs) {
    await generate({ config: join(directory, config), cwd: directory, plugins: [plugin] });
  }
  return {
    directory,
    python: (program, args, env) => execute(directory, pythonProgram(program), args, env),
    remove: () => {
      rmSync(directory, { recursive: true });
    },
  };
}

/**
 * What pyright says of several projects in one folder: the packages that all of them import, which take
 * most of its time, are read once.
 */
export function pyright(parent: string, projects: readonly GeneratedProject[]): Promise<string> {
  const include = projects.map(({ directory }) => relative(realpathSync(parent), directory));
  const executionEnvironments = include.map((root) => ({ root }));
  const settings = {
    include,
    typeCheckingMode: 'strict',
    pythonVersion: '3.11',
    executionEnvironments,
  };
  writeFileSync(join(parent, 'pyrightconfig.json'), JSON.stringify(settings));
  const program = join(repository, 'node_modules/pyright/index.js');
  return execute(parent, process.execPath, [program, '--pythonpath', pythonProgram('python')]);
}

/** What a program prints; it fails with that, too. */
async function execute(
  cwd: string,
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 << 20 };
    return (await run(file, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}
