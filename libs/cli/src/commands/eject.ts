import { relative } from 'node:path';

import { Argument, Option, type Command } from 'commander';

import { printJson, printLine } from '../output/print.js';
import { onTrace, onWait, progress } from '../output/progress.js';
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

interface EjectFlags {
  readonly config?: string;
  readonly to?: string;
  readonly write?: boolean;
  readonly all?: boolean;
  readonly out?: string;
  readonly target?: string;
  readonly maxMemory?: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Adds `codegen eject`. */
export function addEject(program: Command): void {
  program
    .command('eject')
    .description('Turn the generated code of one operation, or of everything, into your own.')
    .addArgument(new Argument('[operation]', 'the operation, such as articles.update'))
    .addOption(configOption())
    .addOption(new Option('--to <module>', 'the module to write (default: one next to the model)'))
    .option('--write', 'also change the config, if it is plain JSON')
    .addOption(
      new Option(
        '--all',
        'turn all generated files into your own, and stop generating them',
      ).conflicts(['to', 'write']),
    )
    .addOption(outOption())
    .addOption(targetOption())
    .addOption(maxMemoryOption())
    .option('--dry-run', 'with --all, list the changes without making them')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'codegen eject articles.update',
        'codegen eject articles.update --to blog.overrides',
        'codegen eject --all -c codegen.config.jsonnet',
      ),
    )
    .action(run);
}

async function run(
  name: string | undefined,
  { all, to, write, out, dryRun, json, ...flags }: EjectFlags,
  command: Command,
): Promise<void> {
  const config = namedConfig(undefined, flags.config ?? defaultConfig(), command);
  if (all === true && name !== undefined) {
    command.error("error: argument 'operation' cannot be used with option '--all'");
  }
  const options = { ...flags, config, command: process.argv[1], onWait, onTrace };
  const program = command.parent!.name();
  const { ejectAll, ejectPiece } = await import('@rowhouse/core');
  const steps = progress();
  const { onStep } = steps;
  if (all === true) {
    const result = await ejectAll({ ...options, out, dryRun, onStep }).finally(steps.done);
    const report = await import('../output/report.js');
    if (json) printJson(report.ejectionJson(result));
    else {
      if (!result.written) report.printChanges(result.plan);
      for (const line of report.ejectionSummary(result, config)) printLine(line);
    }
    return;
  }
  if (name === undefined) command.error("error: missing required argument 'operation', or --all");
  const done = await ejectPiece({ ...options, name, to, write, onStep }).finally(steps.done);
  const file = relative(process.cwd(), done.file);
  const { place, line, keys, isName, isWritten } = done;
  if (json) {
    printJson({ file: done.file, path: done.path, keys, written: isWritten });
    return;
  }
  printLine(`${file} is written.`);
  if (isWritten) printLine(`${config} names it. Run: ${program} generate -c ${config}`);
  else {
    printLine(`${place}: ${isName ? 'write instead of the name' : 'add to the entry'}:`);
    printLine(`\n  ${line}\n`);
    printLine(`Then run: ${program} generate -c ${config}`);
  }
}
