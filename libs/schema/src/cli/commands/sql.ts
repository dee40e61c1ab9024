import { Command } from 'commander';

import type { Context } from '../context.js';

const EXAMPLES = `
Examples:
  $ schema sql | psql --single-transaction scratch`;

/** `schema sql` */
export function sqlCommand(context: Context): Command {
  return new Command('sql')
    .description('Print the SQL that builds what the code describes in an empty database.')
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const { statements, raw, endStatements } = (await context.project()).desired();
      for (const statement of [...statements, ...raw.map(({ up }) => up), ...endStatements]) {
        context.output.print(`${statement};\n`);
      }
    });
}
