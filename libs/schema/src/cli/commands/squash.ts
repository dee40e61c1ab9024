import type { Command } from 'commander';

import { locationsOf, migrationCommand, type Context, type MigrationOptions } from '../context.js';
import { printJson } from '../output.js';

interface Options extends MigrationOptions {
  readonly until?: string;
  readonly allowDataLoss?: boolean;
}

const EXAMPLES = `
Examples:
  $ schema squash initial             replace all migrations by one
  $ schema squash initial --until 20260131093000_add-articles
                                      keep those after it
  $ schema squash initial --database-url postgresql://app@db.example.org/blog
                                      check that this database has all of them

The old migrations and the new one are run in scratch databases, and the results
are compared. If a database has all of the old migrations, it does not run the
new one: the next \`schema migrate\` marks it as applied. If a database has only
some of them, \`schema migrate\` fails, so first apply them to every database.`;

/** `schema squash NAME` */
export function squashCommand(context: Context): Command {
  return migrationCommand(
    'squash',
    'Replace the migrations in the folder by one that has the same result.',
    EXAMPLES,
  )
    .argument('<name>', 'of the new migration, such as initial')
    .option('--until <migration>', 'the last migration to replace (default: the last one)')
    .option('--allow-data-loss', 'leave out rows that the migrations insert')
    .action(async (name: string, options: Options) => {
      const { squash } = await import('../../migrations/index.js');
      const project = await context.project();
      const squashed = await squash({
        ...locationsOf(context, options),
        name,
        pipeline: project.pipeline(),
        endStatements: project.desired().endStatements,
        ...(options.until === undefined ? {} : { until: options.until }),
        ...(options.allowDataLoss === undefined ? {} : { allowDataLoss: options.allowDataLoss }),
      });
      if (options.json) return printJson(context.output, squashed ?? null);
      if (!squashed) return context.output.print('There is nothing to squash.');
      context.output.print(
        [`Wrote ${squashed.id}, which replaces:`, ...squashed.replaced.map((id) => `  ${id}`)].join(
          '\n',
        ),
      );
    });
}
