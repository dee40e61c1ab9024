import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { text, type Issue } from '@rowhouse/errors';

import { desiredState, type DesiredState } from '../desired-state.js';
import { isUserError, UserError } from '../errors/errors.js';

import type { SchemaProject } from '../extensions/extension.js';
import { configureMetadata, migrationHook } from '../extensions/hooks.js';
import { StepPipeline } from '../steps/index.js';
import { loadTypeScript } from './load-typescript.js';

/** A project's file, by default in the current directory. */
export const CONFIG_FILE = 'schema.config.ts';

/** A loaded `schema.config.ts`. */
export interface LoadedProject extends SchemaProject {
  /** The database that its code describes. */
  desired(): DesiredState;
  /** What its extensions add to migrations. */
  pipeline(): StepPipeline;
}

/** Whether there is a project to load. */
export function hasProject(file: string): boolean {
  return existsSync(file);
}

/** Says that there is no project to load, and what to do. */
export function noProject(file: string): Issue {
  return {
    code: 'no-project',
    subject: file,
    message: 'the file does not exist',
    fix: 'Run the command in the folder of the project, or set --config to its file.',
  };
}

/**
 * The migrations folder: next to the project's file, unless it is named.
 *
 * @throws {UserError} when neither is there.
 */
export function migrationsDirectory(file: string, named: string | undefined): string {
  if (named !== undefined) return resolve(named);
  if (hasProject(file)) return join(dirname(resolve(file)), 'migrations');
  const fix =
    'Run the command in the folder of the project, or set --config to its file or --migrations to its migrations folder.';
  throw new UserError([{ ...noProject(file), fix }]);
}

/**
 * Loads a project's file, TypeScript or JavaScript, and runs the `configureMetadata` hooks of its
 * extensions.
 *
 * @param bundled Whether it needs no installed packages: it has just been written for a project that may have none.
 * @throws {UserError} when there is none, or when it does not export `config` and `metadata`.
 */
export async function loadProject(file: string, bundled = false): Promise<LoadedProject> {
  const path = resolve(file);
  if (!hasProject(path)) throw new UserError([noProject(file)]);
  const { config, metadata } = await evaluate(path, bundled);
  const issues = [
    ...missing(file, 'config', config, 'extensions'),
    ...missing(file, 'metadata', metadata, 'schemaNames'),
  ];
  if (issues.length > 0) throw new UserError(issues);
  const project = { config, metadata } as SchemaProject;
  configureMetadata(project.metadata, project.config);
  project.metadata.checkObjects();
  return {
    ...project,
    desired: () => desiredState(project.metadata, project.config),
    pipeline: () => {
      const pipeline = new StepPipeline();
      migrationHook(project.config, pipeline);
      return pipeline;
    },
  };
}

async function evaluate(path: string, bundled: boolean): Promise<Record<string, unknown>> {
  // The file must make its tables with this very copy of the library.
  const library = await import('../index.js');
  const drizzle = bundled
    ? {
        'drizzle-orm': await import('drizzle-orm'),
        'drizzle-orm/pg-core': await import('drizzle-orm/pg-core'),
      }
    : {};
  try {
    return await loadTypeScript(path, { '@rowhouse/schema': library, ...drizzle });
  } catch (error) {
    if (isUserError(error)) throw error;
    const invalid = invalidSyntax(error);
    if (invalid) throw new UserError([invalid], { cause: error });
    if (error instanceof SyntaxError || isMissingModule(error)) {
      throw new UserError(
        [
          {
            code: 'project-load-failed',
            subject: path,
            message: `cannot be loaded: ${(error as Error).message}`,
          },
        ],
        { cause: error },
      );
    }
    throw error;
  }
}

/** What jiti says of a file that it cannot parse. Columns count from 0 there. */
const PARSE_ERROR = /^ParseError: (.+?)\s*\n (.+):(\d+):(\d+)$/;

function invalidSyntax(error: unknown): Issue | undefined {
  const match = error instanceof Error && PARSE_ERROR.exec(error.message);
  if (!match) return undefined;
  const [, reason, file, line, column] = match;
  return {
    code: 'project-load-failed',
    place: { file: file!, line: Number(line), column: Number(column) + 1 },
    message: `cannot be loaded: ${reason}`,
  };
}

function isMissingModule(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
}

/** Not `instanceof`: the file may have been given another copy of this library. */
function missing(file: string, name: string, value: unknown, method: string): readonly Issue[] {
  const found = value as Record<string, unknown> | null | undefined;
  if (typeof found?.[method] === 'function') return [];
  return [
    {
      code: 'missing-export',
      subject: file,
      ...(value === undefined ? {} : { path: [name], found: value }),
      message: value === undefined ? text`does not export ${name}` : 'has the wrong type',
      fix: EXPORTS[name]!,
    },
  ];
}

const EXPORTS: Readonly<Record<string, string>> = {
  config: 'Write: export const config = new SchemaConfig().',
  metadata: 'Write: export const metadata = new Metadata().',
};
