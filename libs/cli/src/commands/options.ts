import { existsSync } from 'node:fs';

import { Argument, Option, type Command } from 'commander';

/** Options that several commands share. */
export const configArgument = () =>
  new Argument('[config]', 'the config, a .jsonnet or .json file');

export const configOption = () =>
  new Option('-c, --config <path>', 'the config, when it is not an argument');

export const outOption = () =>
  new Option('-o, --out <dir>', "the output directory (default: the config's package_prefix)");

export const targetOption = () =>
  new Option('-t, --target <name>', 'the target; needed when several are installed');

export const jsonOption = () => new Option('--json', 'print the result as JSON');

/** The config, which the command line names once: as an argument or as an option. */
export function namedConfig(
  argument: string | undefined,
  option: string | undefined,
  command: Command,
): string {
  if (argument !== undefined && option !== undefined) {
    command.error("error: argument 'config' cannot be used with option '-c, --config <path>'");
  }
  return argument ?? option ?? command.error(missingConfig());
}

function missingConfig(): string {
  const found = ['codegen.config.jsonnet', 'codegen.config.json'].find((name) => existsSync(name));
  const hint = found === undefined ? '' : `\n(Did you mean ${found}?)`;
  return `error: missing required argument 'config'${hint}`;
}

/** The end of a help text. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}
