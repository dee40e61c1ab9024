import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { repository } from '../../tools/packages/own-packages.js';
import { npm } from '../support/pack.js';

/** The strictest settings of a project, of which all have to accept the generated code. */
const compilerOptions = {
  strict: true,
  noEmit: true,
  declaration: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  types: ['node'],
};

/** A folder with the client of a config in `generated`, and programs that use it. */
export interface GeneratedClient {
  readonly directory: string;
  /** What `tsc` says of the client and of the programs; empty for nothing. */
  compile(): string;
  /** Runs a program; fails with what it prints. */
  run(program: string, env?: NodeJS.ProcessEnv): string;
  remove(): void;
}

/**
 * Generates a client with the built command, into a folder beside copies of programs.
 *
 * @param packages what is installed there; without any, nothing is but the types of Node.js.
 */
export function generateClient(
  config: string,
  programs: readonly string[] = [],
  packages: readonly string[] = [],
): GeneratedClient {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'rowhouse-client-')));
  const codegen = join(repository, 'libs/cli/bin/codegen.cjs');
  execFileSync(
    process.execPath,
    [
      codegen,
      ...['generate', '--target', 'client', '--config', join(repository, config)],
      ...['--out', join(directory, 'generated'), '--no-skip'],
    ],
    { cwd: repository, stdio: 'pipe' },
  );
  writeFileSync(join(directory, 'package.json'), '{ "private": true, "type": "module" }\n');
  const include = ['generated/**/*.ts', '*.ts'];
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  if (packages.length > 0) {
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync(npm, ['install', '--ignore-scripts', ...quiet, ...packages, '@types/node@20'], {
      cwd: directory,
      stdio: 'pipe',
      shell: process.platform === 'win32',
    });
  } else {
    mkdirSync(join(directory, 'node_modules'));
    const types = join(repository, 'node_modules/@types');
    symlinkSync(types, join(directory, 'node_modules/@types'), 'junction');
  }
  for (const name of programs) {
    copyFileSync(join(import.meta.dirname, 'programs', name), join(directory, name));
  }
  const run = (script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    try {
      return execFileSync(process.execPath, [join(repository, 'node_modules', script), ...args], {
        cwd: directory,
        encoding: 'utf8',
        stdio: 'pipe',
        env: { ...process.env, ...env },
      });
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${script} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
    }
  };
  return {
    directory,
    compile: () => run('typescript/bin/tsc', ['-p', '.']),
    run: (program, env) => run('tsx/dist/cli.mjs', [program], env),
    remove: () => {
      rmSync(directory, { recursive: true });
    },
  };
}
