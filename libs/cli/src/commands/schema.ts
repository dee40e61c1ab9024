import { Option, type Command } from 'commander';

import { printJson } from '../output/print.js';
import { examples, targetOption } from './options.js';

/** Adds `codegen schema`. */
export function addSchema(program: Command): void {
  program
    .command('schema')
    .description("Print the JSON Schema of a target's config, for editors.")
    .option('-c, --config <path>', 'a config whose project provides names to complete')
    .addOption(targetOption())
    .addOption(new Option('--json', 'has no effect: the schema is always JSON'))
    .addHelpText(
      'after',
      examples('codegen schema > codegen.schema.json', 'codegen schema --config api.jsonnet'),
    )
    .action(run);
}

interface SchemaFlags {
  readonly config?: string;
  readonly target?: string;
}

async function run(options: SchemaFlags): Promise<void> {
  const { configSchemaJson } = await import('@rowhouse/core');
  printJson(await configSchemaJson({ ...options, command: process.argv[1] }));
}
