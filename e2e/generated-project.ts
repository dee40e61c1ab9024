import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
  /** Runs pyright there. */
  pyright(): Promise<string>;
  remove(): void;
}

/** Copies a folder, of the repository unless its path is absolute, and generates its configs. */
export async function generateProject(
  folder: string,
  configs: readonly string[] = ['codegen.config.jsonnet'],
): Promise<GeneratedProject> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'project-')));
  const isGenerated = (path: string) =>
    /(?:^|[\\/])(?:_generated|node_modules|\.[a-z_]+_cache|__pycache__)$/.test(path);
  cpSync(resolve(repository, folder), directory, {
    recursive: true,
    filter: (path) => !isGenerated(path),
  });
  for (const config of configs) {
    await generate({ config: join(directory, config), cwd: directory, plugins: [plugin] });
  }
  const execute = async (file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const options = { cwd: directory, env: { ...process.env, ...env }, maxBuffer: 64 << 20 };
    try {
      return (await run(file, args, options)).stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
    }
  };
  return {
    directory,
    python: (program, args, env) => execute(pythonProgram(program), args, env),
    pyright: () =>
      execute(process.execPath, [
        join(repository, 'node_modules/pyright/index.js'),
        '--pythonpath',
        pythonProgram('python'),
      ]),
    remove: () => {
      rmSync(directory, { recursive: true });
    },
  };
}
