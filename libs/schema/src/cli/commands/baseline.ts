import type { Command } from 'commander';

import {
  locationsOf,
  migrationCommand,
  requireDatabase,
  type Context,
  type MigrationOptions,
} from '../context.js';
import { notingWait } from '../locks.js';
import { printJson } from '../output.js';

const EXAMPLES = `
Examples:
  $ schema generate initial           write the first migration
  $ schema baseline --database-url postgresql://app@db.example.org/blog
                                      mark it as applied, run nothing`;

/** `schema baseline` */
export function baselineCommand(context: Context): Command {
  return migrationCommand(
    'baseline',
    'Mark the migrations as applied in a database that already has their result.',
    EXAMPLES,
  ).action(async (options: MigrationOptions) => {
    const { baseline } = await import('../../migrations/index.js');
    const { directory } = locationsOf(context, options);
    const databaseUrl = requireDatabase(options.databaseUrl);
    const { output } = context;
    const noted = await baseline({
      directory,
      databaseUrl,
      onWait: notingWait(output),
    });
    if (options.json) return printJson(output, noted);
    output.print(
      noted.length === 0
        ? 'The database is up to date: it has all migrations.'
        : [
            ...noted.map((id) => `Marked ${id} as applied`),
            `Migrations marked as applied: ${noted.length}.`,
          ].join('\n'),
    );
  });
}
