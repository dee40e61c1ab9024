import { writeFile } from 'node:fs/promises';

import { Command, Option } from 'commander';

import type { Context } from '../context.js';

interface Options {
  readonly out?: string;
}

const EXAMPLES = `
Examples:
  $ schema diagram                    print it; GitHub draws it in a block of \`\`\`mermaid
  $ schema diagram --out tables.mmd`;

/** `schema diagram` */
export function diagramCommand(context: Context): Command {
  return new Command('diagram')
    .description('Draw the tables, their columns and foreign keys.')
    .option('-o, --out <file>', 'the file to write (default: print it)')
    .addOption(
      new Option('--format <format>', 'the language').choices(['mermaid']).default('mermaid'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async ({ out }: Options) => {
      const { mermaidDiagram } = await import('../../diagram/mermaid.js');
      const diagram = mermaidDiagram((await context.project()).metadata);
      if (out === undefined) return context.output.print(diagram.trimEnd());
      await writeFile(out, diagram);
      context.output.print(`Wrote ${out}.`);
    });
}
