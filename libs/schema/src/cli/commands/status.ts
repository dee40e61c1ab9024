import { Command } from 'commander';

import {
  noteEmbedded,
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
  schema status
  schema status --json`;

/** `schema status` */
export function statusCommand(context: Context): Command {
  const command = new Command('status')
    .description('list the migrations, and how each stands in the database')
    .addHelpText('after', EXAMPLES);
  return withJson(withMigrations(withDatabase(command))).action(async (options: CommonOptions) => {
    const [{ status }, { withServer }] = await Promise.all([
      import('../../migrations/index.js'),
      import('../../database/server.js'),
    ]);
    noteEmbedded(context, options.databaseUrl);
    const statuses = await withServer(options.databaseUrl, (databaseUrl) =>
      status({
        databaseUrl,
        directory: migrationsDirectory(context.configFile, options.migrations),
      }),
    );
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
