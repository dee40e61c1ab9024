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
  schema migrate --database-url postgresql://app@db.example.org/blog
  DATABASE_URL=postgresql://localhost/blog schema migrate --json

Each migration runs in a transaction of its own. Of two commands at once, one waits. A command that
was cut short is finished by running it again.`;

/** `schema migrate` */
export function migrateCommand(context: Context): Command {
  const command = new Command('migrate')
    .description('apply the migrations that the database does not have yet')
    .addHelpText('after', EXAMPLES);
  return withJson(withMigrations(withDatabase(command))).action(async (options: CommonOptions) => {
    const [{ migrate }, { withServer }] = await Promise.all([
      import('../../migrations/index.js'),
      import('../../database/server.js'),
    ]);
    noteEmbedded(context, options.databaseUrl);
    const { output } = context;
    const applied = await withServer(options.databaseUrl, (databaseUrl) =>
      migrate({
        databaseUrl,
        directory: migrationsDirectory(context.configFile, options.migrations),
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
