import type { Command } from 'commander';

import { printJson, printLine } from '../output/print.js';
import { onTrace, progress } from '../output/progress.js';
import {
  configArgument,
  configOption,
  examples,
  jsonOption,
  namedConfig,
  targetOption,
} from './options.js';

interface ValidateFlags {
  readonly config?: string;
  readonly target?: string;
  readonly json?: boolean;
}

/** Adds `codegen validate`. */
export function addValidate(program: Command): void {
  program
    .command('validate')
    .description('Check a config, generate nothing.')
    .addArgument(configArgument())
    .addOption(configOption())
    .addOption(targetOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('codegen validate codegen.config.jsonnet', 'codegen validate api.json -t fastapi'),
    )
    .action(run);
}

async function run(
  argument: string | undefined,
  { json, ...flags }: ValidateFlags,
  command: Command,
): Promise<void> {
  const config = namedConfig(argument, flags.config, command);
  const { validate } = await import('@rowhouse/core');
  const steps = progress();
  const result = await validate({ ...flags, config, onStep: steps.onStep, onTrace }).finally(
    steps.done,
  );
  if (json) printJson(result);
  else printLine(`${config} is a valid ${result.target} config.`);
}
