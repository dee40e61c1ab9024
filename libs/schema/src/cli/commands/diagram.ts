import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { Command, Option } from 'commander';

import { UserError } from '../../errors/errors.js';
import { writing } from '../../errors/writing.js';
import { compareFiles } from '../../files/compare.js';
import { refuseForeignFiles } from '../../files/foreign.js';
import { withJson, type Context } from '../context.js';
import { noteLeftOut } from '../left-out.js';
import { printJson } from '../output.js';

type Format = 'mermaid' | 'svg';

interface Options {
  readonly out?: string;
  readonly format?: Format;
  readonly check?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ schema diagram                    print text for Mermaid
  $ schema diagram --out tables.mmd
  $ schema diagram --out tables.svg   a picture
  $ schema diagram --out tables.svg --check
                                      in CI: is the picture up to date?

The command needs no database.`;

/** `schema diagram` */
export function diagramCommand(context: Context): Command {
  return withJson(
    new Command('diagram')
      .description('Draw a diagram of the tables, their columns and foreign keys.')
      .option('-o, --out <file>', 'the file to write (default: print it)')
      .addOption(
        new Option(
          '--format <format>',
          'text for Mermaid, or a picture (default: svg if the file ends with .svg, otherwise mermaid)',
        ).choices(['mermaid', 'svg']),
      )
      .option('--check', 'write nothing; exit with 1 if the file differs')
      .addHelpText('after', EXAMPLES),
  ).action(async ({ out, format, check, json }: Options) => {
    const { output } = context;
    if (out === undefined) {
      if (check || json) refuseWithoutFile(check ? '--check' : '--json');
      return output.print((await draw(context, format ?? 'mermaid')).trimEnd());
    }
    const written = format ?? (out.endsWith('.svg') ? 'svg' : 'mermaid');
    const diagram = inFile(await draw(context, written), written);
    const differences = await writing(out, () => compareFiles(new Map([[out, diagram]])));
    const isCurrent = differences.length === 0;
    if (check) {
      if (!isCurrent) context.result.exitCode = 1;
      if (json) return printJson(output, differences);
    } else if (!isCurrent) {
      await writing(out, async () => {
        await refuseForeignFiles([out], 'schema diagram', isDiagram);
        await mkdir(dirname(out), { recursive: true });
        await writeFile(out, diagram);
      });
    }
    if (json) return printJson(output, { written: isCurrent ? [] : [out] });
    if (isCurrent) return output.print(`${out} is up to date.`);
    output.print(
      check
        ? `${out} differs from ${context.configFile}.\nTo update it, run \`schema diagram --out ${out}\` with the same --config.`
        : `Wrote ${out}.`,
    );
  });
}

const SENTENCE = 'Written by `schema diagram`.';

/** How a file begins: by its first line it is known for one that may be written anew. */
const isDiagram = (text: string) =>
  Object.values(BEGINNINGS).some((beginning) => text.startsWith(beginning));

const BEGINNINGS: Readonly<Record<Format, string>> = {
  mermaid: `%% ${SENTENCE}`,
  svg: `<!-- ${SENTENCE}`,
};

function inFile(diagram: string, format: Format): string {
  return `${BEGINNINGS[format]}${format === 'svg' ? ' -->' : ''}\n${diagram}`;
}

async function draw(context: Context, format: Format): Promise<string> {
  const [{ drawingOf }, { metadata }] = await Promise.all([
    import('../../diagram/tables.js'),
    context.project(),
  ]);
  noteLeftOut('diagram', metadata, context.output);
  const drawing = drawingOf(metadata);
  if (format === 'svg') {
    const { svgDiagram } = await import('../../diagram/svg.js');
    return svgDiagram(drawing);
  }
  const { mermaidDiagram } = await import('../../diagram/mermaid.js');
  return mermaidDiagram(drawing);
}

function refuseWithoutFile(option: string): never {
  throw new UserError([
    {
      code: 'no-file',
      message: `${option} needs a file`,
      fix: 'Set it with --out.',
    },
  ]);
}
