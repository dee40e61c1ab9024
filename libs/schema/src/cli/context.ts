import { existsSync } from 'node:fs';

import { text } from '@rowhouse/errors';
import { Command, Option } from 'commander';

import { UserError } from '../errors/errors.js';
import { printNote, type Output } from './output.js';
import { migrationsDirectory, type LoadedProject } from './project.js';

/** What each command works with. */
export interface Context {
  readonly output: Output;
  /** Set by a command that found differences. */
  readonly result: { exitCode: number };
  readonly configFile: string;
  /** The project, loaded when first asked for. */
  project(): Promise<LoadedProject>;
}

/** Options of a command that reads migrations, and perhaps a database. */
export interface MigrationOptions {
  readonly databaseUrl?: string;
  readonly migrations?: string;
  readonly json?: boolean;
}

/** A command with the options for the database, the migrations folder, and JSON. */
export function migrationCommand(name: string, description: string, examples: string): Command {
  return withJson(withMigrations(databaseCommand(name, description, examples)));
}

/** A command with the option for the database. */
export function databaseCommand(name: string, description: string, examples: string): Command {
  return new Command(name)
    .description(description)
    .addOption(
      new Option(
        '--url, --database-url <url>',
        'the database, e.g. postgresql://user@host/name; put the password in PGPASSWORD or ~/.pgpass',
      ).env('DATABASE_URL'),
    )
    .addHelpText('after', examples)
    .hook('preAction', (_, called) => {
      // An environment names no database by an empty variable; an option's empty value is a mistake.
      if (called.getOptionValueSource('databaseUrl') !== 'env') return;
      if (called.getOptionValue('databaseUrl') === '')
        called.setOptionValue('databaseUrl', undefined);
    });
}

/**
 * The database of a command that cannot do without one.
 *
 * @throws {UserError} when none is named.
 */
export function requireDatabase(databaseUrl: string | undefined): string {
  if (databaseUrl !== undefined) return databaseUrl;
  throw new UserError([
    {
      code: 'no-database',
      message: 'no database is set',
      fix: 'Set --database-url or DATABASE_URL.',
    },
  ]);
}

/** Adds the option for the migrations folder. */
export function withMigrations(command: Command): Command {
  return command.option(
    '-m, --migrations <directory>',
    'the migrations folder (default: migrations, next to the config)',
  );
}

/** Adds the option for output that programs read. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON');
}

/** Where the migrations are, and the database, where one is named. */
export function locationsOf(
  { configFile }: Context,
  { databaseUrl, migrations }: MigrationOptions,
): { readonly directory: string; readonly databaseUrl?: string } {
  const directory = migrationsDirectory(configFile, migrations);
  return { directory, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
}

/**
 * Runs `work` on the migrations and the database; without one, on an embedded one that starts empty.
 */
export async function onDatabase<T>(
  context: Context,
  options: MigrationOptions,
  work: (locations: { readonly directory: string; readonly databaseUrl: string }) => Promise<T>,
): Promise<T> {
  const { directory } = locationsOf(context, options);
  if (options.migrations !== undefined && !existsSync(directory)) {
    throw new UserError([
      {
        code: 'no-migrations-folder',
        message: text`--migrations: there is no folder ${options.migrations}`,
        fix: 'Correct the path. To write a first migration, run `schema generate` with the same --migrations.',
      },
    ]);
  }
  const { withServer } = await import('../database/server.js');
  if (options.databaseUrl === undefined) {
    printNote(
      context.output,
      'neither --database-url nor DATABASE_URL is set: using an empty embedded PostgreSQL, which is deleted afterwards',
    );
  }
  return withServer(options.databaseUrl, (databaseUrl) => work({ directory, databaseUrl }));
}
