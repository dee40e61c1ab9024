import type { Command } from 'commander';

import { migrationCommand, onDatabase, type Context, type MigrationOptions } from '../context.js';
import { printJson } from '../output.js';

const EXAMPLES = `
Examples:
  schema migrate --database-url postgresql://app@db.example.org/blog
  DATABASE_URL=postgresql://localhost/blog schema migrate --json

Each migration runs in a transaction of its own. Of two commands at once, one waits. A command that
was cut short is finished by running it again.`;

/** `schema migrate` */
export function migrateCommand(context: Context): Command {
  return migrationCommand(
    'migrate',
    'apply the migrations that the database does not have yet',
    EXAMPLES,
  ).action(async (options: MigrationOptions) => {
    const { migrate } = await import('../../migrations/index.js');
    const { output } = context;
    const applied = await onDatabase(context, options, (place) =>
      migrate({
        ...place,
        onWait: () => {
          output.note('another command is changing this database; waiting for it');
        },
        onStart: (id) => {
          if (!options.json) output.print(`Applying ${id}`);
        },
      }),
    );
    if (options.json) return printJson(output, applied);
    output.print(
      applied.length === 0 ? 'The database has all migrations.' : `Applied ${applied.length}.`,
    );
  });
}
