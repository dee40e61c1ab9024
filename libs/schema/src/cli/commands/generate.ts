import { Option, type Command } from 'commander';

import { formatIssue } from '@rowhouse/errors';
import { askRenames } from '../ask-renames.js';
import { renameOption, repeatedOption } from '../repeated-option.js';
import { migrationCommand, locationsOf, type Context, type MigrationOptions } from '../context.js';
import { issuesJson, printJson, printNote } from '../output.js';

interface Options extends MigrationOptions {
  readonly rename: readonly string[];
  readonly allowDataLoss?: boolean;
  readonly strict?: boolean;
  readonly simple?: boolean;
  readonly expand?: boolean;
  readonly contract?: boolean;
  readonly up: readonly string[];
  readonly down: readonly string[];
}

const EXAMPLES = `
Examples:
  $ schema generate add-articles
  $ schema generate rename-title --rename blog.articles.title=headline
  $ schema generate rename-title --rename blog.articles.title=headline --expand
                                      keep both names, for old and new code
  $ schema generate drop-title --contract
                                      keep only the new name
  $ schema generate price-in-cents --rename shop.items.price=cents --expand \\
      --up 'shop.items.cents=price * 100' \\
      --down 'shop.items.price=cents / 100.0'
                                      change a type, or split a column
  $ schema generate drop-drafts --allow-data-loss
  $ schema generate add-slug --simple   all or nothing, but blocks others

The migration is computed in a scratch database on the same server, which is
dropped afterwards. Only the version and the roles of the database itself are
used. Statements that would lock a table for long are written in a safe form, in
parts that run outside a transaction. To keep the contents of a renamed table,
column, view, type, enum value or schema, use --rename. On a terminal, the
command asks whether the only column that a table lost was renamed.`;

const AFTER_EXPAND =
  'next: `schema migrate`, `schema backfill`, deploy the code that uses the new columns, then `schema generate NAME --contract`';

/** `schema generate NAME` */
export function generateCommand(context: Context): Command {
  return migrationCommand(
    'generate',
    'Write a migration for the changes in the code since the last migration.',
    EXAMPLES,
  )
    .argument('<name>', 'what the migration does, such as add-articles')
    .addOption(renameOption())
    .option('--allow-data-loss', 'allow a migration that drops or truncates stored data')
    .option('--simple', 'write each script as one transaction, even if that blocks other sessions')
    .addOption(
      new Option(
        '--expand',
        'start to rename columns: the old and the new columns work side by side',
      ).conflicts('contract'),
    )
    .addOption(
      repeatedOption(
        '--up <column=expression>',
        'with --expand: a new column in terms of the old ones, e.g. blog.posts.cents=price * 100',
      ),
    )
    .addOption(
      repeatedOption(
        '--down <column=expression>',
        'with --expand: an old column in terms of the new ones, e.g. blog.posts.price=cents / 100.0',
      ),
    )
    .option('--contract', 'end what --expand began: only the new columns are left')
    .option('--strict', 'write no migration in which `schema lint` finds something')
    .action(async (name: string, options: Options) => {
      const { generate, parseExpression, parseRename } = await import('../../migrations/index.js');
      const project = await context.project();
      const generated = await generate({
        ...locationsOf(context, options),
        name,
        state: project.desired(),
        pipeline: project.pipeline(),
        renames: options.rename.map(parseRename),
        ...(!options.json && { askRenames }),
        up: options.up.map((option) => parseExpression('--up', option)),
        down: options.down.map((option) => parseExpression('--down', option)),
        ...(options.allowDataLoss === undefined ? {} : { allowDataLoss: options.allowDataLoss }),
        ...(options.strict === undefined ? {} : { strict: options.strict }),
        ...(options.simple === undefined ? {} : { simple: options.simple }),
        ...(options.expand === undefined ? {} : { expand: options.expand }),
        ...(options.contract === undefined ? {} : { contract: options.contract }),
      });
      if (!generated) {
        if (options.json) return printJson(context.output, null);
        return context.output.print('Nothing has changed; no migration was written.');
      }
      const dangers = issuesJson(generated.dangers);
      if (options.json) return printJson(context.output, { ...generated, dangers });
      const { id, changes, losses } = generated;
      context.output.print(
        [
          `Wrote ${id}:`,
          ...changes.map(({ verb, kind, object }) => `  ${verb} ${kind} ${object}`),
          ...losses.map(({ step, loss }) => `  loses data: ${step}: ${loss}`),
        ].join('\n'),
      );
      if (options.expand) printNote(context.output, AFTER_EXPAND);
      for (const danger of generated.dangers) printNote(context.output, formatIssue(danger));
    });
}
