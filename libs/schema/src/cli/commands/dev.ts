import { dirname, resolve } from 'node:path';

import type { Command } from 'commander';

import type { DesiredState } from '../../desired-state.js';
import { isUserError } from '../../errors/errors.js';
import { writing } from '../../errors/writing.js';
import { askRenames } from '../ask-renames.js';
import {
  databaseCommand,
  locationsOf,
  requireDatabase,
  withMigrations,
  type Context,
  type MigrationOptions,
} from '../context.js';
import { errorInUserCode } from '../user-code-error.js';
import { modelFiles } from '../model-files.js';
import { loadProject } from '../project.js';
import { renameOption } from '../repeated-option.js';
import { watchSources } from '../watch.js';

interface Options extends MigrationOptions {
  readonly acceptLoss?: boolean;
  readonly models?: string;
  readonly once?: boolean;
  readonly rename: readonly string[];
}

const EXAMPLES = `
Examples:
  $ schema dev --url postgresql://app@localhost/blog_dev
  $ schema dev --models ../blog/models.py
  $ schema dev --once --rename blog.articles.title=headline
  $ schema dev --once --accept-loss   bring the database to the code, and stop

Use it on a database for development, which has the migrations of the folder.
No migration is written: when the work is done, run \`schema generate NAME\`, and
\`schema baseline\` to note in the database that it has the new migration.`;

/** `schema dev` */
export function devCommand(context: Context): Command {
  return withMigrations(
    databaseCommand('dev', 'Watch the tables, and bring a development database to them.', EXAMPLES),
  )
    .addOption(renameOption())
    .option('--accept-loss', 'make changes that drop or truncate stored data, too')
    .option('--models <path>', 'write SQLAlchemy models, as `schema models --out` does')
    .option('--once', 'do not watch')
    .action(async (options: Options) => {
      requireDatabase(options.databaseUrl);
      const round = rounds(context, options);
      if (options.once) return round();
      context.output.print('Watching for changes. Press Ctrl+C to stop.');
      await watchSources(dirname(resolve(context.configFile)), () =>
        round().catch((error: unknown) => {
          const failure = isUserError(error) ? error : errorInUserCode(error);
          if (!failure) throw error;
          context.output.error(`${failure.prefix}: ${failure.message}`);
        }),
      );
    });
}

/** Brings the database to the code, each time it is called. */
function rounds(context: Context, options: Options): () => Promise<void> {
  let before: DesiredState | undefined;
  let given = options.rename;
  return async () => {
    const { parseRename, sync } = await import('../../migrations/index.js');
    const { writeModels } = await import('../../models/index.js');
    const project = await loadProject(context.configFile);
    const state = project.desired();
    const { directory } = locationsOf(context, options);
    // Also where all else is refused then, they are done: once more, nothing would be left to rename.
    const renames = given.map(parseRename);
    given = [];
    const changes = await sync({
      directory,
      databaseUrl: requireDatabase(options.databaseUrl),
      state,
      ...(before && { before }),
      pipeline: project.pipeline(),
      renames,
      ...(options.acceptLoss && { acceptLoss: true }),
      askRenames,
    });
    before = state;
    const lines = changes.map(({ verb, kind, object }) => `  ${verb} ${kind} ${object}`);
    const title = lines.length > 0 ? 'Changed the database:' : 'The database is as the code says.';
    context.output.print([title, ...lines].join('\n'));
    const { models } = options;
    if (models === undefined) return;
    const files = await writing(models, () => modelFiles(project.metadata, models, context.output));
    const written = await writing(models, () => writeModels(files));
    if (written.length > 0) context.output.print(`Wrote ${written.join(', ')}.`);
  };
}
