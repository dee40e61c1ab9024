import { Argument, type Command } from 'commander';

import { printJson, printLine } from '../output/print.js';
import { examples, jsonOption, targetOption } from './options.js';

interface FactsFlags {
  readonly target?: string;
  readonly json?: boolean;
  readonly python?: boolean;
}

/** Adds `codegen facts`. */
export function addFacts(program: Command): void {
  program
    .command('facts')
    .description(
      "Print what was read from the project's sources, and what could not be read and why.",
    )
    .addArgument(new Argument('[subject]', 'what to print, such as one model (default: all)'))
    .option(
      '--python',
      "import the models with the project's own Python, and print exact facts as JSON, for a file that the config names",
    )
    .addOption(targetOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'codegen facts',
        'codegen facts blog.models.Article --json',
        'codegen facts --python > models.facts.json',
      ),
    )
    .action(run);
}

async function run(
  subject: string | undefined,
  { json, python: isRun = false, ...options }: FactsFlags,
): Promise<void> {
  const { facts } = await import('@rowhouse/core');
  const account = await facts(subject, { ...options, isRun, command: process.argv[1] });
  if (json === true || isRun) printJson(account.json);
  else printLine(account.text.trimEnd());
}
