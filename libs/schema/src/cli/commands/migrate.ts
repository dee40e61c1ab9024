import type { Command } from 'commander';

import { migrationCommand, onDatabase, type Context, type MigrationOptions } from '../context.js';
import { lockTimeoutOption, patience, type LockOptions } from '../locks.js';
import { printJson } from '../output.js';

interface Options extends MigrationOptions, LockOptions {
  readonly dryRun?: boolean;
}

const EXAMPLES = `
Examples:
  $ schema migrate --database-url postgresql://app@db.example.org/blog
  $ DATABASE_URL=postgresql://localhost/blog schema migrate --json
  $ schema migrate --dry-run          look at the SQL first

Each migration runs in its own transaction, or in the parts that it defines. If
two commands run at once, one waits. A transaction takes its locks up front. If
it does not get them within --lock-timeout, it is rolled back and retried, up to
nine times in total, with longer and longer pauses. If a command was interrupted
or failed halfway, run it again to finish it.`;

/** `schema migrate` */
export function migrateCommand(context: Context): Command {
  return migrationCommand('migrate', 'Apply the migrations that are new to the database.', EXAMPLES)
    .addOption(lockTimeoutOption())
    .option('--dry-run', 'print the SQL that would run, and run nothing')
    .action(async (options: Options) => {
      const { migrate, pendingMigrations } = await import('../../migrations/index.js');
      const { output } = context;
      if (options.dryRun) {
        const pending = await onDatabase(context, options, pendingMigrations);
        if (options.json) return printJson(output, pending);
        return output.print(
          pending.length === 0
            ? 'The database is up to date: it has all migrations.'
            : pending.map(({ sql }) => sql).join('\n'),
        );
      }
      const applied = await onDatabase(context, options, (locations) =>
        migrate({
          ...locations,
          ...patience(options, output),
          onStart: (id) => {
            if (!options.json) output.print(`Applying ${id}`);
          },
        }),
      );
      if (options.json) return printJson(output, applied);
      output.print(
        applied.length === 0
          ? 'The database is up to date: it has all migrations.'
          : `Applied ${applied.length}.`,
      );
    });
}
