import type { NamedOperation } from '@rowhouse/core';
import { Argument, type Command } from 'commander';

import { printJson, printLine } from '../output/print.js';
import { onTrace, progress } from '../output/progress.js';
import {
  configOption,
  defaultConfig,
  examples,
  jsonOption,
  maxMemoryOption,
  namedConfig,
  outOption,
  targetOption,
} from './options.js';

interface ExplainFlags {
  readonly config?: string;
  readonly out?: string;
  readonly target?: string;
  readonly maxMemory?: number;
  readonly json?: boolean;
}

/** Adds `codegen explain`. */
export function addExplain(program: Command): void {
  program
    .command('explain')
    .description(
      'Print what is generated for an operation, and from which config lines; without an operation, list all of them.',
    )
    .addArgument(new Argument('[operation]', 'what to explain, such as articles.update'))
    .addOption(configOption())
    .addOption(outOption())
    .addOption(targetOption())
    .addOption(maxMemoryOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'codegen explain',
        'codegen explain articles.update',
        'codegen explain articles.list -c api.json',
      ),
    )
    .action(run);
}

async function run(
  name: string | undefined,
  { json, ...flags }: ExplainFlags,
  command: Command,
): Promise<void> {
  const config = namedConfig(undefined, flags.config ?? defaultConfig(), command);
  const { explain, operations } = await import('@rowhouse/core');
  const steps = progress();
  const { onStep } = steps;
  const project = { ...flags, config, command: process.argv[1], onStep, onTrace };
  if (name === undefined) {
    const listed = await operations(project).finally(steps.done);
    if (json) printJson({ operations: listed });
    else printOperations(listed);
    return;
  }
  const options = { ...project, name };
  const explanation = await explain(options).finally(steps.done);
  if (json) {
    printJson(explanation);
    return;
  }
  const { explanationText } = await import('../output/explanation.js');
  printLine(explanationText(explanation));
}

/** One a line, with what it does. Completion scripts read the names. */
function printOperations(listed: readonly NamedOperation[]): void {
  const width = Math.max(0, ...listed.map(({ name }) => name.length));
  for (const { name, title } of listed) printLine(`${name.padEnd(width)}  ${title}`);
}
