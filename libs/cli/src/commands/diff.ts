import { Option, type Command } from 'commander';

import { failureJson, printFailure } from '../output/failure.js';
import { printJson, printLine, printNotices } from '../output/print.js';
import { onTrace, progress } from '../output/progress.js';
import {
  configArgument,
  configOption,
  defaultConfig,
  examples,
  jsonOption,
  maxMemoryOption,
  namedConfig,
  oneConfig,
  targetOption,
} from './options.js';

interface DiffFlags {
  readonly api: boolean;
  readonly against: string;
  readonly config?: string;
  readonly target?: string;
  readonly maxMemory?: number;
  readonly json?: boolean;
}

/** Adds `codegen diff`. */
export function addDiff(program: Command): void {
  program
    .command('diff')
    .description('Compare the API with that of a commit, and print what may break clients.')
    .addArgument(configArgument())
    .addOption(new Option('--api', 'compare the HTTP API').makeOptionMandatory())
    .addOption(
      new Option('--against <ref>', 'the commit, branch or tag to compare with').default('HEAD'),
    )
    .addOption(configOption())
    .addOption(targetOption())
    .addOption(maxMemoryOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('codegen diff --api', 'codegen diff --api --against origin/main api.jsonnet'),
    )
    .action(run);
}

async function run(
  argument: string | undefined,
  { json, against, ...flags }: DiffFlags,
  command: Command,
): Promise<void> {
  const named = oneConfig(argument, flags.config, command);
  const config = namedConfig(undefined, named ?? defaultConfig(), command);
  const { apiDiff, CommandError } = await import('@rowhouse/core');
  const { target, maxMemory } = flags;
  const steps = progress();
  const diff = await apiDiff({
    config,
    against,
    command: process.argv[1],
    onStep: steps.onStep,
    onTrace,
    ...(target !== undefined && { target }),
    ...(maxMemory !== undefined && { maxMemory }),
  }).finally(steps.done);
  const breaking = diff.changes.filter(({ isBreaking }) => isBreaking).length;
  const failure =
    breaking > 0
      ? new CommandError([
          {
            code: 'breaking-change',
            message: `${breaking} ${breaking === 1 ? 'change' : 'changes'} since ${against} may break clients`,
            fix: 'Keep what clients use, or release a new version of the API.',
          },
        ])
      : undefined;
  const { apiDiffJson, apiDiffLines } = await import('../output/api-diff.js');
  if (!diff.isThere) printNotices([`${against} has no ${config}: all is new`]);
  if (json) printJson({ ...apiDiffJson(diff), ...(failure && { error: failureJson(failure) }) });
  else for (const line of apiDiffLines(diff)) printLine(line);
  if (!failure) return;
  printFailure(failure);
  process.exitCode = 1;
}
