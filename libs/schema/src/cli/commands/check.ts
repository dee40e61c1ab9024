import { Command } from 'commander';

import {
  withDatabase,
  withJson,
  withMigrations,
  type CommonOptions,
  type Context,
} from '../context.js';
import { printJson } from '../output.js';
import { migrationsDirectory } from '../project.js';

const EXAMPLES = `
Examples:
  schema check                        in CI: has somebody forgotten \`schema generate\`?
  schema check --database-url postgresql://localhost/blog
                                      also: has somebody changed the database by hand?`;

/** `schema check` */
export function checkCommand(context: Context): Command {
  const command = new Command('check')
    .description('compare code, migrations folder and database; exit with 1 when they differ')
    .addHelpText('after', EXAMPLES);
  return withJson(withMigrations(withDatabase(command))).action(async (options: CommonOptions) => {
    const { check, describeDrift } = await import('../../migrations/index.js');
    const project = await context.project();
    const drift = await check({
      directory: migrationsDirectory(context.configFile, options.migrations),
      state: project.desired(),
      ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
    });
    const lines = describeDrift(drift);
    if (lines.length > 0) context.result.exitCode = 1;
    if (options.json) return printJson(context.output, drift);
    const compared =
      options.databaseUrl === undefined ? 'Code and migrations' : 'Code, migrations and database';
    context.output.print(lines.length === 0 ? `${compared} agree.` : lines.join('\n'));
  });
}
