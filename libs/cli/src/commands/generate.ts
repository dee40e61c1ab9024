import { Option, type Command } from 'commander';

import { failureJson, printFailure } from '../output/failure.js';
import { printJson, printLine, printNotices } from '../output/print.js';
import { onTrace, onWait, progress } from '../output/progress.js';
import {
  configArgument,
  configOption,
  examples,
  jsonOption,
  maxMemoryOption,
  namedConfig,
  noSkipOption,
  outOption,
  targetOption,
} from './options.js';

interface GenerateFlags {
  readonly config?: string;
  readonly out?: string;
  readonly target?: string;
  readonly maxMemory?: number;
  readonly clean?: boolean;
  readonly prune?: boolean;
  readonly force?: boolean;
  readonly keepEdits?: boolean;
  readonly dryRun?: boolean;
  readonly check?: boolean;
  readonly diff?: boolean;
  readonly skip: boolean;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** Adds `codegen generate`. */
export function addGenerate(program: Command): void {
  program
    .command('generate')
    .description('Generate all files of a config.')
    .addArgument(configArgument())
    .addOption(configOption())
    .addOption(outOption())
    .addOption(targetOption())
    .addOption(maxMemoryOption())
    .option('--clean', 'delete all other files in the output directory')
    .addOption(
      new Option(
        '--prune',
        'delete files that earlier runs generated and this one does not',
      ).conflicts('clean'),
    )
    .option('--force', 'let --clean empty a directory that does not hold generated files')
    .option('--keep-edits', 'fail, and write nothing, if a manual edit would be overwritten')
    .option('--dry-run', 'list the changes without writing them')
    .option('--check', 'like --dry-run, and exit with 1 if anything differs')
    .option(
      '--diff',
      'print the changes as a unified diff; also writes them, unless --dry-run or --check is given',
    )
    .addOption(noSkipOption())
    .addOption(new Option('-v, --verbose', 'say why each file differs').conflicts('json'))
    .addOption(
      new Option('-q, --quiet', 'print only errors and overwritten manual edits').conflicts([
        'verbose',
        'diff',
        'json',
      ]),
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'codegen generate codegen.config.jsonnet',
        'codegen generate api.json --out src/generated --prune',
        'codegen generate api.json --check --diff',
      ),
    )
    .action(run);
}

async function run(
  argument: string | undefined,
  flags: GenerateFlags,
  command: Command,
): Promise<void> {
  const config = namedConfig(argument, flags.config, command);
  const { generate, hasChanges, CommandError } = await import('@rowhouse/core/generate');
  const { check, diff, verbose, quiet, json, ...options } = flags;
  const dryRun = options.dryRun === true || check === true;
  const steps = progress();
  const result = await generate({
    ...options,
    config,
    command: process.argv[1],
    dryRun,
    reasons: verbose === true,
    onStep: steps.onStep,
    onWait,
    onTrace,
  }).finally(steps.done);
  const report = await import('../output/report.js');
  const failure =
    check && hasChanges(result.plan)
      ? new CommandError([
          {
            code: 'outdated',
            message: 'the generated files are not up to date',
            fix: `Run: ${commandLine(command, config)}`,
          },
        ])
      : undefined;
  if (!quiet) printNotices(result.notices);
  if (json)
    printJson({ ...report.resultJson(result), ...(failure && { error: failureJson(failure) }) });
  else {
    if (diff) await report.printDiff(result.plan);
    if (verbose) report.printReasons(result);
    else if (dryRun && !diff && !quiet) report.printChanges(result.plan);
    else report.printLostEdits(result.plan);
    if (!quiet) for (const line of report.summary(result, performance.now())) printLine(line);
  }
  if (!failure) return;
  printFailure(failure);
  process.exitCode = 1;
}

/** The flags that do not affect what is written: all others are repeated in the command of a fix. */
const aboutThisRun = new Set([
  'config',
  'dryRun',
  'check',
  'diff',
  'skip',
  'verbose',
  'quiet',
  'json',
]);

/** The command that brings the files up to date. */
function commandLine(command: Command, config: string): string {
  const words = [command.parent!.name(), command.name(), '--config', config];
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== 'cli' || aboutThisRun.has(name)) continue;
    words.push(option.long!);
    const value: unknown = command.getOptionValue(name);
    if (name === 'maxMemory') words.push(`${Number(value) / 2 ** 20}MiB`);
    else if (typeof value !== 'boolean') words.push(String(value));
  }
  return words.map(shellWord).join(' ');
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
