import { Command } from 'commander';

import { withJson, type Context } from '../context.js';
import { printJson } from '../output.js';

interface Options {
  readonly out: string;
  readonly check?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ schema models --out blog/models.py
  $ schema models --out blog/models.py --check
                                    in CI: has somebody forgotten to write it?

No database is needed. The module is rewritten as a whole; a file that this command did not write
is left alone.`;

/** `schema models` */
export function modelsCommand(context: Context): Command {
  return withJson(
    new Command('models')
      .description('Write SQLAlchemy models of the tables and views.')
      .requiredOption('-o, --out <file>', 'the Python module, such as blog/models.py')
      .option('--check', 'write nothing; exit with 1 when the file differs')
      .addHelpText('after', EXAMPLES),
  ).action(async ({ out, check, json }: Options) => {
    const { compareModels, modelsModule, writeModels } = await import('../../models/index.js');
    const { output } = context;
    const text = modelsModule((await context.project()).metadata);
    if (!check) {
      const written = await writeModels(out, text);
      if (json) return printJson(output, { file: out, written });
      return output.print(written ? `Wrote ${out}.` : `${out} is up to date.`);
    }
    const difference = await compareModels(out, text);
    if (difference) context.result.exitCode = 1;
    if (json) return printJson(output, difference ?? null);
    if (!difference) return output.print(`${out} is up to date.`);
    const { line, found, expected } = difference;
    const shown = (text: string | null) => (text === null ? 'the end of the file' : text.trim());
    output.print(
      [
        `${out}:${line}: differs from what ${context.configFile} describes:`,
        `  found:    ${shown(found)}`,
        `  expected: ${shown(expected)}`,
        `Run \`schema models --out ${out}\` with the same --config.`,
      ].join('\n'),
    );
  });
}
