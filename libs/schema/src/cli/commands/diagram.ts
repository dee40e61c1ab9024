import { Command } from 'commander';

import type { Context } from '../context.js';
import { noteLeftOut } from '../left-out.js';

const EXAMPLES = `
Examples:
  $ schema diagram > tables.mmd
  $ schema diagram | diff tables.mmd -
                                      in CI: is the diagram up to date?

The command needs no database.`;

/** `schema diagram` */
export function diagramCommand(context: Context): Command {
  return new Command('diagram')
    .description('Print a Mermaid diagram of the tables, their columns and foreign keys.')
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const [{ mermaidDiagram }, { drawingOf }, { metadata }] = await Promise.all([
        import('../../diagram/mermaid.js'),
        import('../../diagram/tables.js'),
        context.project(),
      ]);
      noteLeftOut('diagram', metadata, context.output);
      context.output.print(mermaidDiagram(drawingOf(metadata)).trimEnd());
    });
}
