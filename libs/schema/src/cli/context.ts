import { Option, type Command } from 'commander';

import type { Output } from './output.js';
import type { LoadedProject } from './project.js';

/** What each command works with. */
export interface Context {
  readonly output: Output;
  /** Set by a command that found differences. */
  readonly result: { exitCode: number };
  readonly configFile: string;
  /** The project, loaded when first asked for. */
  project(): Promise<LoadedProject>;
}

/** Options that several commands have. */
export interface CommonOptions {
  readonly databaseUrl?: string;
  readonly migrations?: string;
  readonly json?: boolean;
}

/** Adds the option for the database. */
export function withDatabase(command: Command): Command {
  return command.addOption(
    new Option(
      '-d, --database-url <url>',
      'the database, e.g. postgresql://user@host/name; a password is best left to PGPASSWORD or ~/.pgpass',
    ).env('DATABASE_URL'),
  );
}

/** Adds the option for the migrations folder. */
export function withMigrations(command: Command): Command {
  return command.option(
    '-m, --migrations <directory>',
    'the migrations folder (default: migrations, next to the project)',
  );
}

/** Adds the option for output that programs read. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON');
}

/** Remarks that a command runs on a database that starts empty. */
export function noteEmbedded({ output }: Context, databaseUrl: string | undefined): void {
  if (databaseUrl !== undefined) return;
  output.note(
    'no database given (--database-url or DATABASE_URL): using an embedded PostgreSQL that starts empty and is gone afterwards',
  );
}
