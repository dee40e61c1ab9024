import type { Command } from 'commander';

import { printJson, printLine } from '../output/print.js';
import { onTrace, onWait, progress } from '../output/progress.js';
import {
  configArgument,
  configOption,
  examples,
  jsonOption,
  maxMemoryOption,
  namedConfig,
  outOption,
  targetOption,
} from './options.js';

interface CleanFlags {
  readonly config?: string;
  readonly out?: string;
  readonly target?: string;
  readonly maxMemory?: number;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Adds `codegen clean`. */
export function addClean(program: Command): void {
  program
    .command('clean')
    .description('Delete the output directory of a config.')
    .addArgument(configArgument())
    .addOption(configOption())
    .addOption(outOption())
    .addOption(targetOption())
    .addOption(maxMemoryOption())
    .option('--force', 'delete a directory that does not hold generated files')
    .option('--dry-run', 'list what would be deleted without deleting it')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'codegen clean codegen.config.jsonnet',
        'codegen clean api.json --out src/generated --dry-run',
      ),
    )
    .action(run);
}

async function run(
  argument: string | undefined,
  { json, ...options }: CleanFlags,
  command: Command,
): Promise<void> {
  const config = namedConfig(argument, options.config, command);
  const { clean } = await import('@rowhouse/core');
  const steps = progress();
  const result = await clean({
    ...options,
    config,
    command: process.argv[1],
    onStep: steps.onStep,
    onWait,
    onTrace,
  }).finally(steps.done);
  const report = await import('../output/report.js');
  if (json) printJson(report.cleanJson(result));
  else {
    if (!result.written) report.printChanges(result.plan);
    else report.printLostEdits(result.plan);
    printLine(report.cleanSummary(result));
  }
}
