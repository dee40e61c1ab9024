import type { Command } from 'commander';

import { UserError } from '../../errors/errors.js';
import { locationsOf, migrationCommand, type Context, type MigrationOptions } from '../context.js';
import { printJson, printNote } from '../output.js';

const EXAMPLES = `
Examples:
  $ schema generate initial           write what the code describes as the first migration
  $ schema baseline --database-url postgresql://app@db.example.org/blog
                                      the database holds it already: run nothing, note it as applied`;

/** `schema baseline` */
export function baselineCommand(context: Context): Command {
  return migrationCommand(
    'baseline',
    'Note the migrations as applied to a database that holds already what they lead to.',
    EXAMPLES,
  ).action(async (options: MigrationOptions) => {
    const { baseline } = await import('../../migrations/index.js');
    const { directory, databaseUrl } = locationsOf(context, options);
    if (databaseUrl === undefined) {
      throw new UserError([
        {
          code: 'no-database',
          message: 'no database is given',
          fix: 'Name it with --database-url or DATABASE_URL.',
        },
      ]);
    }
    const { output } = context;
    const noted = await baseline({
      directory,
      databaseUrl,
      onWait: () => {
        printNote(output, 'another command is changing this database; waiting for it');
      },
    });
    if (options.json) return printJson(output, noted);
    output.print(
      noted.length === 0
        ? 'The database has all migrations.'
        : [...noted.map((id) => `Noted ${id}`), `Noted ${noted.length}.`].join('\n'),
    );
  });
}
