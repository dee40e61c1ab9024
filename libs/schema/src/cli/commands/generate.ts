import type { Command } from 'commander';

import { formatIssue, issueToJson } from '../../errors/format.js';
import { migrationCommand, locationsOf, type Context, type MigrationOptions } from '../context.js';
import { printJson, printNote } from '../output.js';

interface Options extends MigrationOptions {
  readonly rename: readonly string[];
  readonly allowDataLoss?: boolean;
  readonly strict?: boolean;
  readonly simple?: boolean;
}

const EXAMPLES = `
Examples:
  $ schema generate add-articles
  $ schema generate rename-title --rename blog.articles.title=headline
  $ schema generate drop-drafts --allow-data-loss
  $ schema generate add-slug --simple   all or nothing: others wait while it runs

The database is only used for its version and roles: the code is built in a scratch database beside
it, which is dropped again. What would keep others from a table for long is written in its safe form, in
parts that run outside a transaction. A table, column, view, type, enum value or schema with a new name
keeps its contents only when --rename says so.`;

/** `schema generate NAME` */
export function generateCommand(context: Context): Command {
  return migrationCommand(
    'generate',
    'Write a migration from what the migrations lead to, to what the code describes.',
    EXAMPLES,
  )
    .argument('<name>', 'what the migration does, such as add-articles')
    .option(
      '-r, --rename <old=new>',
      'keep the contents of what has a new name, e.g. blog.articles=posts (repeatable)',
      (value: string, before: readonly string[]) => [...before, value],
      [],
    )
    .option('--allow-data-loss', 'write a migration that drops or cuts stored data, too')
    .option(
      '--simple',
      'write each script as one transaction, also where that keeps others waiting',
    )
    .option('--strict', 'write no migration in which `schema lint` finds something')
    .action(async (name: string, options: Options) => {
      const { generate, parseRename } = await import('../../migrations/index.js');
      const project = await context.project();
      const generated = await generate({
        ...locationsOf(context, options),
        name,
        state: project.desired(),
        pipeline: project.pipeline(),
        renames: options.rename.map(parseRename),
        ...(options.allowDataLoss === undefined ? {} : { allowDataLoss: options.allowDataLoss }),
        ...(options.strict === undefined ? {} : { strict: options.strict }),
        ...(options.simple === undefined ? {} : { simple: options.simple }),
      });
      if (!generated) {
        if (options.json) return printJson(context.output, null);
        return context.output.print('Nothing has changed; no migration was written.');
      }
      const dangers = generated.dangers.map(issueToJson);
      if (options.json) return printJson(context.output, { ...generated, dangers });
      const { id, changes, losses } = generated;
      context.output.print(
        [
          `Wrote ${id}:`,
          ...changes.map(({ verb, kind, object }) => `  ${verb} ${kind} ${object}`),
          ...losses.map(({ step, loss }) => `  loses data: ${step}: ${loss}`),
        ].join('\n'),
      );
      for (const danger of generated.dangers) printNote(context.output, formatIssue(danger));
    });
}
