import type { Command } from 'commander';

import { printJson, printLine } from '../output/print.js';
import { examples, jsonOption } from './options.js';

/** Adds `codegen targets list`. */
export function addTargets(program: Command): void {
  const targets = program
    .command('targets')
    .description('Show the installed targets.')
    .helpCommand('help [command]', 'Show the help of a command.')
    .addHelpText('after', examples('codegen targets list', 'codegen targets list --json'));
  targets
    .command('list')
    .description('Print each installed target and its language.')
    .addOption(jsonOption())
    .addHelpText('after', examples('codegen targets list', 'codegen targets list --json'))
    .action(run);
}

async function run({ json }: { readonly json?: boolean }): Promise<void> {
  const { listTargets } = await import('@rowhouse/core');
  const targets = await listTargets({ command: process.argv[1] });
  if (json) printJson(targets);
  else for (const { name, language } of targets) printLine(`${name} (${language})`);
}
