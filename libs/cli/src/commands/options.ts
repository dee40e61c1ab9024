import { existsSync } from 'node:fs';
import { styleText } from 'node:util';

import { Argument, InvalidArgumentError, Option, type Command } from 'commander';

import { pageUrl } from '@rowhouse/errors';

/** Options that several commands share. */
export const configArgument = () =>
  new Argument('[config]', 'the config, a .jsonnet or .json file');

export const configOption = () =>
  new Option('-c, --config <path>', 'the config, if it is not an argument');

export const outOption = () =>
  new Option('-o, --out <dir>', "the output directory (default: the config's package_prefix)");

export const targetOption = () =>
  new Option('-t, --target <name>', 'the target; required if several are installed');

export const maxMemoryOption = () =>
  new Option(
    '--max-memory <size>',
    'the memory limit for evaluating the config, such as 512MiB (default: 1GiB)',
  ).argParser(parseSize);

export const noSkipOption = () =>
  new Option('--no-skip', 'do all work, even if nothing changed since the last run');

export const jsonOption = () => new Option('--json', 'print the result as JSON');

/** The config, which the command line names once: as an argument or as an option. */
export function namedConfig(
  argument: string | undefined,
  option: string | undefined,
  command: Command,
): string {
  return oneConfig(argument, option, command) ?? command.error(missingConfig());
}

/** The same, where the command line need not name one. */
export function oneConfig(
  argument: string | undefined,
  option: string | undefined,
  command: Command,
): string | undefined {
  if (argument !== undefined && option !== undefined) {
    command.error("error: argument 'config' cannot be used with option '-c, --config <path>'");
  }
  return argument ?? option;
}

/** The config that is called as configs are by default, if there is one. */
export function defaultConfig(): string | undefined {
  return ['codegen.config.jsonnet', 'codegen.config.json'].find((name) => existsSync(name));
}

function missingConfig(): string {
  const found = defaultConfig();
  const hint = found === undefined ? '' : `\n(Did you mean ${found}?)`;
  return `error: missing required argument 'config'${hint}`;
}

const units: Readonly<Record<string, number>> = { MiB: 2 ** 20, GiB: 2 ** 30 };

function parseSize(text: string): number {
  const [, number, unit] = /^([1-9][0-9]{0,5})(MiB|GiB)$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('Expected a size like 512MiB or 2GiB.');
  return Number(number) * units[unit!]!;
}

/** The end of a help text. Examples begin with the name that the program is called by. */
export function examples(...lines: readonly string[]) {
  return ({ command }: { readonly command: Command }): string => {
    const program = programOf(command).name();
    const shown = lines.map((line) => `  $ ${line.replace(/^codegen/, program)}`);
    const title = styleText('bold', 'Examples:');
    return `\n${title}\n${shown.join('\n')}\n\nDocumentation: ${pageUrl('cli')}\n`;
  };
}

/** The whole program that a command is of. */
function programOf(command: Command): Command {
  return command.parent ? programOf(command.parent) : command;
}
