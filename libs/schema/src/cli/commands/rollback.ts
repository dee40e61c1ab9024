import { Command, InvalidArgumentError } from 'commander';

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

interface Options extends CommonOptions {
  readonly steps: number;
  readonly allowDataLoss?: boolean;
}

const EXAMPLES = `
Examples:
  schema rollback                     take the last migration back
  schema rollback --steps 3
  schema rollback --allow-data-loss   also where that drops tables or columns`;

/** `schema rollback` */
export function rollbackCommand(context: Context): Command {
  const command = new Command('rollback')
    .description('take back the last migrations of the database')
    .option('-n, --steps <number>', 'how many', positiveInteger, 1)
    .option('--allow-data-loss', 'take back what drops or cuts stored data, too')
    .addHelpText('after', EXAMPLES);
  return withJson(withMigrations(withDatabase(command))).action(async (options: Options) => {
    const [{ rollback }, { withServer }] = await Promise.all([
      import('../../migrations/index.js'),
      import('../../database/server.js'),
    ]);
    noteEmbedded(context, options.databaseUrl);
    const { output } = context;
    const undone = await withServer(options.databaseUrl, (databaseUrl) =>
      rollback({
        databaseUrl,
        directory: migrationsDirectory(context.configFile, options.migrations),
        steps: options.steps,
        ...(options.allowDataLoss === undefined ? {} : { allowDataLoss: options.allowDataLoss }),
        onWait: () => {
          output.note('another command is changing this database; waiting for it');
        },
        onStart: (id) => {
          if (!options.json) output.print(`Taking back ${id}`);
        },
      }),
    );
    if (options.json) return printJson(output, undone);
    output.print(
      undone.length === 0 ? 'The database has no migrations.' : `Took back ${undone.length}.`,
    );
  });
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}
