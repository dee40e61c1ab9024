import { Command } from 'commander';

import { formatIssues } from '@rowhouse/errors';
import {
  locationsOf,
  withJson,
  withMigrations,
  type Context,
  type MigrationOptions,
} from '../context.js';
import { issuesJson, printJson } from '../output.js';

const EXAMPLES = `
Examples:
  $ schema lint                       look at the last migration
  $ schema lint 20260131093000_add-articles --json

A comment before a statement accepts a finding:
  -- accept blocking-index: the table is small`;

/** `schema lint [MIGRATION]` */
export function lintCommand(context: Context): Command {
  const command = withMigrations(
    new Command('lint').description(
      'Find statements of a migration that are dangerous while its database is in use; exit with 1 if there are any.',
    ),
  )
    .argument('[migration]', 'its folder (default: the last)')
    .addHelpText('after', EXAMPLES);
  return withJson(command).action(
    async (migration: string | undefined, options: MigrationOptions) => {
      const { lint } = await import('../../migrations/index.js');
      const { directory } = locationsOf(context, options);
      const issues = await lint({ directory, ...(migration === undefined ? {} : { migration }) });
      if (issues.length > 0) context.result.exitCode = 1;
      if (options.json) return printJson(context.output, issuesJson(issues));
      context.output.print(
        issues.length === 0 ? 'No dangerous statements found.' : formatIssues(issues),
      );
    },
  );
}
