import { Command } from 'commander';

import { writing } from '../../errors/writing.js';
import { compareFiles } from '../../files/compare.js';
import { withJson, type Context } from '../context.js';
import { modelFiles } from '../model-files.js';
import { printJson } from '../output.js';

interface Options {
  readonly out: string;
  readonly check?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ schema models --out blog/models.py
  $ schema models --out blog/models   a package, with a module for each table
  $ schema models --out blog/models.py --check
                                      in CI: are the models up to date?

The command needs no database. It overwrites its modules completely, and never
changes files that it did not write.`;

/** `schema models` */
export function modelsCommand(context: Context): Command {
  return withJson(
    new Command('models')
      .description('Write SQLAlchemy models of the tables and views.')
      .requiredOption('-o, --out <path>', 'the Python module, such as blog/models.py, or package')
      .option('--check', 'write nothing; exit with 1 if a file differs')
      .addHelpText('after', EXAMPLES),
  ).action(async ({ out, check, json }: Options) => {
    const { writeModels } = await import('../../models/index.js');
    const { output } = context;
    const files = await writing(out, async () =>
      modelFiles((await context.project()).metadata, out, output),
    );
    if (!check) {
      const written = await writing(out, () => writeModels(files));
      if (json) return printJson(output, { written });
      const lines = written.map(
        (file) => `${files.get(file) === undefined ? 'Removed' : 'Wrote'} ${file}.`,
      );
      return output.print(lines.length > 0 ? lines.join('\n') : `${out} is up to date.`);
    }
    const differences = await writing(out, () => compareFiles(files));
    if (differences.length > 0) context.result.exitCode = 1;
    if (json) return printJson(output, differences);
    if (differences.length === 0) return output.print(`${out} is up to date.`);
    const shown = (text: string | null) => (text === null ? 'the end of the file' : text.trim());
    const lines = differences.flatMap(({ file, line, found, expected }) => [
      `${file}:${line}: differs from ${context.configFile}:`,
      `  found:    ${shown(found)}`,
      `  expected: ${shown(expected)}`,
    ]);
    output.print(
      [...lines, `To update it, run \`schema models --out ${out}\` with the same --config.`].join(
        '\n',
      ),
    );
  });
}
