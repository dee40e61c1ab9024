import type { Command } from 'commander';

import { migrationCommand, onDatabase, type Context, type MigrationOptions } from '../context.js';
import { lockTimeoutOption, patience, type LockOptions } from '../locks.js';
import { positiveInteger } from '../numbers.js';
import { printJson } from '../output.js';

interface Options extends MigrationOptions, LockOptions {
  readonly steps: number;
  readonly allowDataLoss?: boolean;
}

const EXAMPLES = `
Examples:
  $ schema rollback                   undo the last migration
  $ schema rollback --steps 3
  $ schema rollback --allow-data-loss   even if that drops tables or columns`;

/** `schema rollback` */
export function rollbackCommand(context: Context): Command {
  return migrationCommand('rollback', 'Undo the last migrations of the database.', EXAMPLES)
    .option('-n, --steps <number>', 'how many', positiveInteger, 1)
    .addOption(lockTimeoutOption())
    .option('--allow-data-loss', 'undo migrations even if that drops or truncates stored data')
    .action(async (options: Options) => {
      const { rollback } = await import('../../migrations/index.js');
      const { output } = context;
      const undone = await onDatabase(context, options, (locations) =>
        rollback({
          ...locations,
          steps: options.steps,
          ...(options.allowDataLoss === undefined ? {} : { allowDataLoss: options.allowDataLoss }),
          ...patience(options, output),
          onStart: (id) => {
            if (!options.json) output.print(`Rolling back ${id}`);
          },
        }),
      );
      if (options.json) return printJson(output, undone);
      output.print(
        undone.length === 0
          ? 'The database has no migrations to roll back.'
          : `Migrations rolled back: ${undone.length}.`,
      );
    });
}
