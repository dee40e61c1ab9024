import { relative } from 'node:path';

import type { Command } from 'commander';

import { printJson, printLine } from '../output/print.js';
import { examples, jsonOption, targetOption } from './options.js';

interface InitFlags {
  readonly from?: string;
  readonly out?: string;
  readonly idempotency?: boolean;
  readonly target?: string;
  readonly json?: boolean;
}

/** Adds `codegen init`. */
export function addInit(program: Command): void {
  program
    .command('init')
    .description(
      "Write a first config from the project's sources, or print what an existing config lacks.",
    )
    .option('--from <place>', 'the sources to use, such as a module (default: all)')
    .option('-o, --out <path>', 'the config (default: codegen.config.jsonnet)')
    .option('--idempotency', 'print the model that keeps answers for retries, and write nothing')
    .addOption(targetOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('codegen init', 'codegen init --from blog.models --out api.jsonnet'),
    )
    .action(run);
}

async function run({ json, idempotency, ...options }: InitFlags, command: Command): Promise<void> {
  const { exampleFor, init } = await import('@rowhouse/core');
  if (idempotency) {
    const text = await exampleFor('idempotency', options);
    if (json) printJson({ text });
    else printLine(text.trimEnd());
    return;
  }
  const result = await init({ ...options, command: process.argv[1] });
  const { config, written, text } = result;
  if (json) {
    printJson({ config, written, ...(result.json as object) });
    return;
  }
  const shown = relative(process.cwd(), config);
  if (written) {
    const next = `${command.parent!.name()} generate -c ${shown}`;
    printLine(`${shown} is written. Read it, then run: ${next}`);
  } else if (text === '') printLine(`${shown} lacks nothing.`);
  else
    printLine(`${shown} already exists, and is never overwritten. It lacks:\n\n${text.trimEnd()}`);
}
