import type { Command } from 'commander';

import { failureJson, printFailure } from '../output/failure.js';
import { printJsonLine, printLine, printNotices } from '../output/print.js';
import { onTrace, onWait } from '../output/progress.js';
import {
  configArgument,
  configOption,
  examples,
  maxMemoryOption,
  namedConfig,
  outOption,
  targetOption,
} from './options.js';

interface WatchFlags {
  readonly config?: string;
  readonly out?: string;
  readonly target?: string;
  readonly maxMemory?: number;
  readonly prune?: boolean;
  readonly json?: boolean;
}

/** Adds `codegen watch`. */
export function addWatch(program: Command): void {
  program
    .command('watch')
    .description(
      'Generate now, and again whenever the config, one of its imports or a model changes.',
    )
    .addArgument(configArgument())
    .addOption(configOption())
    .addOption(outOption())
    .addOption(targetOption())
    .addOption(maxMemoryOption())
    .option('--prune', 'delete files that earlier runs generated and the latest does not')
    .option('--json', 'print each result as one line of JSON')
    .addHelpText(
      'after',
      examples('codegen watch codegen.config.jsonnet', 'codegen watch api.jsonnet --prune'),
    )
    .action(run);
}

async function run(
  argument: string | undefined,
  { json, ...options }: WatchFlags,
  command: Command,
): Promise<void> {
  const config = namedConfig(argument, options.config, command);
  const { watch } = await import('@rowhouse/core');
  const report = await import('../output/report.js');
  const ending = new AbortController();
  const end = () => ending.abort();
  const followed = new Set<string>();
  let announced = json === true;
  // Only after the first run is it known what else is read.
  const announce = () => {
    if (!announced) printLine(report.watchNotice(config, followed.size - 1));
    announced = true;
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  process.stdout.once('error', end);
  try {
    await watch({
      ...options,
      config,
      command: process.argv[1],
      onFile: (path) => followed.add(path),
      signal: ending.signal,
      onWait,
      onTrace,
      onResult: (result) => {
        printNotices(result.notices);
        if (json) printJsonLine(report.resultJson(result));
        else {
          report.printLostEdits(result.plan);
          for (const line of report.summary(result)) printLine(line);
        }
        announce();
      },
      onError: (error) => {
        if (json) printJsonLine({ error: failureJson(error) });
        printFailure(error);
        announce();
      },
    });
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}
