import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { Option, type Command } from 'commander';

import { printLine } from '../output/print.js';
import {
  configArgument,
  configOption,
  defaultConfig,
  examples,
  namedConfig,
  oneConfig,
  outOption,
  targetOption,
} from './options.js';

interface OpenApiFlags {
  readonly config?: string;
  readonly out?: string;
  readonly target?: string;
  readonly app?: string;
  readonly file?: string;
}

/** Adds `codegen openapi`. */
export function addOpenApi(program: Command): void {
  program
    .command('openapi')
    .description('Print the OpenAPI document of the generated API, without a server or a database.')
    .addArgument(configArgument())
    .addOption(configOption())
    .addOption(outOption())
    .addOption(targetOption())
    .addOption(
      new Option(
        '--app <module:name>',
        'your app, such as main:app, for a document with its title and its other routes',
      ),
    )
    .addOption(new Option('--file <path>', 'write the document to a file, instead of printing it'))
    .addHelpText(
      'after',
      examples(
        'codegen openapi > openapi.json',
        'codegen openapi api.jsonnet --app main:app --file openapi.json',
      ),
    )
    .action(run);
}

async function run(
  argument: string | undefined,
  { file, ...options }: OpenApiFlags,
  command: Command,
): Promise<void> {
  const config =
    oneConfig(argument, options.config, command) ??
    namedConfig(defaultConfig(), undefined, command);
  const { apiDocument } = await import('@rowhouse/core');
  const { text } = await apiDocument({ ...options, config, command: process.argv[1] });
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  const isThere = existsSync(file) && readFileSync(file, 'utf8') === text;
  if (!isThere) writeFileSync(file, text);
  printLine(`${file}: ${isThere ? 'up to date' : 'written'}`);
}
