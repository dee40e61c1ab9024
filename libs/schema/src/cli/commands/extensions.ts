import { Command } from 'commander';

import { withJson, type MigrationOptions, type Context } from '../context.js';
import { printJson } from '../output.js';

/** `schema extensions list` */
export function extensionsCommand(context: Context): Command {
  const list = withJson(
    new Command('list').description('List the extensions in the order in which they run.'),
  ).action(async (options: MigrationOptions) => {
    const { config } = await context.project();
    const extensions = config.extensions().map(({ name, origin, package: from, dependsOn }) => ({
      name,
      origin,
      ...(from === undefined ? {} : { package: from }),
      dependsOn,
    }));
    if (options.json) return printJson(context.output, extensions);
    const lines = extensions.map(({ name, package: from, dependsOn }) =>
      [
        name,
        from === undefined ? '(registered in the project)' : `(from ${from})`,
        ...(dependsOn.length > 0 ? [`depends on ${dependsOn.join(', ')}`] : []),
      ].join(' '),
    );
    context.output.print(lines.length === 0 ? 'There are no extensions.' : lines.join('\n'));
  });
  return new Command('extensions')
    .description('List the extensions of the project.')
    .addHelpText('after', '\nExamples:\n  $ schema extensions list --json')
    .addCommand(list);
}
