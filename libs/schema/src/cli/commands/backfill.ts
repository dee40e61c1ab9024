import type { Command } from 'commander';

import {
  locationsOf,
  migrationCommand,
  requireDatabase,
  type Context,
  type MigrationOptions,
} from '../context.js';
import { notingWait } from '../locks.js';
import { positiveInteger } from '../numbers.js';
import { printJson, printNote } from '../output.js';

interface Options extends MigrationOptions {
  readonly batch: number;
  readonly pause?: number;
}

const EXAMPLES = `
Examples:
  $ schema backfill --database-url postgresql://app@db.example.org/blog
  $ schema backfill --batch 200 --pause 50    slower, with less load

Rows are filled in short transactions, which never wait for a row while they
lock others. If the command was interrupted, run it again: it skips rows that
already have their value.`;

/** How often a long backfill says how far it is. */
const PROGRESS_MS = 10_000;

/** `schema backfill` */
export function backfillCommand(context: Context): Command {
  return migrationCommand(
    'backfill',
    'Fill the columns that `schema generate --expand` added, in batches.',
    EXAMPLES,
  )
    .option('--batch <rows>', 'about how many rows to read at a time', positiveInteger, 1000)
    .option('--pause <milliseconds>', 'how long to wait after each batch', positiveInteger)
    .action(async ({ batch, pause, ...options }: Options) => {
      const { backfill } = await import('../../migrations/index.js');
      const { output } = context;
      const { directory } = locationsOf(context, options);
      let shown = Date.now();
      const filled = await backfill({
        directory,
        databaseUrl: requireDatabase(options.databaseUrl),
        batch,
        ...(pause === undefined ? {} : { pauseMs: pause }),
        onWait: notingWait(output),
        onProgress: (column, rows) => {
          if (Date.now() - shown < PROGRESS_MS) return;
          shown = Date.now();
          printNote(output, `${column}: ${rows} rows so far`);
        },
      });
      if (options.json) return printJson(output, filled);
      output.print(
        filled.length === 0
          ? 'There is nothing to fill: no column was added with --expand.'
          : filled.map(({ column, rows }) => `${column}: ${rows} rows filled`).join('\n'),
      );
    });
}
