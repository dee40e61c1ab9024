import type { Command } from 'commander';

import { migrationCommand, onDatabase, type Context, type MigrationOptions } from '../context.js';
import { printJson } from '../output.js';

const EXAMPLES = `
Examples:
  $ schema status
  $ schema status --json`;

/** `schema status` */
export function statusCommand(context: Context): Command {
  return migrationCommand(
    'status',
    'List the migrations and their status in the database.',
    EXAMPLES,
  ).action(async (options: MigrationOptions) => {
    const { status } = await import('../../migrations/index.js');
    const statuses = await onDatabase(context, options, status);
    if (options.json) return printJson(context.output, statuses);
    const width = Math.max(0, ...statuses.map(({ state }) => state.length));
    const lines = statuses.map(({ id, state, appliedAt }) =>
      [state.padEnd(width), id, appliedAt ? `(${appliedAt.toISOString()})` : '']
        .join('  ')
        .trimEnd(),
    );
    context.output.print(lines.length === 0 ? 'There are no migrations.' : lines.join('\n'));
  });
}
