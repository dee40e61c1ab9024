import {
  databaseCommand,
  requireDatabase,
  withJson,
  type Context,
  type MigrationOptions,
} from '../context.js';
import { notingWait } from '../locks.js';
import type { Command } from 'commander';

import { printJson } from '../output.js';

interface Options extends MigrationOptions {
  readonly dryRun?: boolean;
}

const EXAMPLES = `
Examples:
  $ schema seed --database-url postgresql://app@db.example.org/blog
  $ schema seed --dry-run             see what would change

The rows are those of seed() in your code. They are written in one transaction,
in the order of the foreign keys. You can run the command again: it updates the
rows that already exist, and leaves other rows unchanged.`;

/** `schema seed` */
export function seedCommand(context: Context): Command {
  return withJson(
    databaseCommand('seed', 'Write the seed data, which is defined in the code.', EXAMPLES).option(
      '--dry-run',
      'print what would change, and change nothing',
    ),
  ).action(async ({ databaseUrl, dryRun = false, json }: Options) => {
    const { runSeeds } = await import('../../seed/run.js');
    const { output } = context;
    const { metadata } = await context.project();
    const tables = await runSeeds({
      databaseUrl: requireDatabase(databaseUrl),
      seeds: metadata.seeds(),
      dryRun,
      onWait: notingWait(output),
    });
    if (json) return printJson(output, tables);
    const lines = tables.map(
      ({ table, inserted, updated, unchanged }) =>
        `${table}: ${inserted} inserted, ${updated} updated, ${unchanged} unchanged`,
    );
    if (lines.length === 0) lines.push('The code has no seeds. Add some with seed().');
    if (dryRun && tables.length > 0) lines.push('Nothing was changed.');
    output.print(lines.join('\n'));
  });
}
