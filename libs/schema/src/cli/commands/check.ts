import type { Command } from 'commander';

import { migrationCommand, locationsOf, type Context, type MigrationOptions } from '../context.js';
import { issuesJson, printJson } from '../output.js';

interface Options extends MigrationOptions {
  readonly models?: string;
}

const EXAMPLES = `
Examples:
  $ schema check                      in CI: did you forget \`schema generate\`?
  $ schema check --database-url postgresql://localhost/blog
                                      also: was the database changed manually?
  $ schema check --models models.py --database-url postgresql://localhost/blog
                                      do handwritten models match the database?

With --models, the models are compared with the database or, without one, with
the tables that the migrations create. This does not need a schema.config.ts.`;

/** `schema check` */
export function checkCommand(context: Context): Command {
  return migrationCommand(
    'check',
    'Compare code, migrations folder and database; exit with 1 if they differ.',
    EXAMPLES,
  )
    .option('--models <path>', 'compare SQLAlchemy models instead, in a module or a package')
    .action(async (options: Options) => {
      if (options.models !== undefined) return checkModelsAt(options.models, context, options);
      const { check, describeDrift } = await import('../../migrations/index.js');
      const project = await context.project();
      const drift = await check({ ...locationsOf(context, options), state: project.desired() });
      const lines = describeDrift(drift);
      if (lines.length > 0) context.result.exitCode = 1;
      if (options.json) {
        return printJson(context.output, { ...drift, conflicts: issuesJson(drift.conflicts) });
      }
      const compared =
        options.databaseUrl === undefined ? 'Code and migrations' : 'Code, migrations and database';
      context.output.print(lines.length === 0 ? `${compared} agree.` : lines.join('\n'));
    });
}

async function checkModelsAt(path: string, context: Context, options: Options): Promise<void> {
  const { checkModels, describeModelDrift } = await import('../../model-check/index.js');
  const { databaseUrl } = options;
  const drift = await checkModels({
    models: path,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    directory: () => locationsOf(context, options).directory,
  });
  if (drift.differences.length > 0) context.result.exitCode = 1;
  if (options.json) {
    const { differences, unchecked } = drift;
    return printJson(context.output, {
      differences: issuesJson(differences),
      unchecked: issuesJson(unchecked),
    });
  }
  const compared = databaseUrl === undefined ? 'Models and migrations' : 'Models and database';
  const agree = drift.differences.length === 0 ? [`${compared} agree.`] : [];
  context.output.print([...agree, ...describeModelDrift(drift)].join('\n'));
}
