import type { Command } from 'commander';

import { issueToJson } from '../../errors/format.js';
import { migrationCommand, locationsOf, type Context, type MigrationOptions } from '../context.js';
import { printJson } from '../output.js';

const EXAMPLES = `
Examples:
  $ schema check                      in CI: has somebody forgotten \`schema generate\`?
  $ schema check --database-url postgresql://localhost/blog
                                    also: has somebody changed the database by hand?`;

/** `schema check` */
export function checkCommand(context: Context): Command {
  return migrationCommand(
    'check',
    'Compare code, migrations folder and database; exit with 1 when they differ.',
    EXAMPLES,
  ).action(async (options: MigrationOptions) => {
    const { check, describeDrift } = await import('../../migrations/index.js');
    const project = await context.project();
    const drift = await check({ ...locationsOf(context, options), state: project.desired() });
    const lines = describeDrift(drift);
    if (lines.length > 0) context.result.exitCode = 1;
    if (options.json) {
      return printJson(context.output, { ...drift, conflicts: drift.conflicts.map(issueToJson) });
    }
    const compared =
      options.databaseUrl === undefined ? 'Code and migrations' : 'Code, migrations and database';
    context.output.print(lines.length === 0 ? `${compared} agree.` : lines.join('\n'));
  });
}
