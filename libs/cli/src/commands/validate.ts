import { Argument, type Command } from 'commander';

import { printJson, printLine, printNotices } from '../output/print.js';
import { onTrace, progress } from '../output/progress.js';
import {
  configArgument,
  configOption,
  examples,
  jsonOption,
  maxMemoryOption,
  namedConfig,
  noSkipOption,
  targetOption,
} from './options.js';

interface ValidateFlags {
  readonly config?: string;
  readonly target?: string;
  readonly maxMemory?: number;
  readonly strict?: boolean;
  readonly skip: boolean;
  readonly json?: boolean;
}

/** Adds `codegen validate`. */
export function addValidate(program: Command): void {
  program
    .command('validate')
    .description('Check a config without generating anything.')
    .addArgument(configArgument())
    .addArgument(new Argument('[target]', 'the target, if it is not an option'))
    .addOption(configOption())
    .addOption(targetOption())
    .addOption(maxMemoryOption())
    .option('--strict', 'fail if a model or a function of the config is not found')
    .addOption(noSkipOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('codegen validate codegen.config.jsonnet', 'codegen validate api.json fastapi'),
    )
    .action(run);
}

async function run(
  argument: string | undefined,
  targetArgument: string | undefined,
  { json, strict, ...flags }: ValidateFlags,
  command: Command,
): Promise<void> {
  const config = namedConfig(argument, flags.config, command);
  if (targetArgument !== undefined && flags.target !== undefined) {
    command.error("error: argument 'target' cannot be used with option '-t, --target <name>'");
  }
  const target = targetArgument ?? flags.target;
  const { CommandError, validate } = await import('@rowhouse/core');
  const steps = progress();
  const result = await validate({
    ...flags,
    config,
    command: process.argv[1],
    ...(target !== undefined && { target }),
    onStep: steps.onStep,
    onTrace,
  }).finally(steps.done);
  if (strict && result.unchecked.length > 0) {
    const fix = 'Install the Python packages first, or leave out --strict.';
    throw new CommandError(
      result.unchecked.map((message) => ({ code: 'models-not-found', message, fix })),
    );
  }
  printNotices(result.notices);
  if (json) printJson(result);
  else printLine(`${config} is a valid ${result.target} config.`);
}
