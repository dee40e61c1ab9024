import { allCommands, type CompletedCommand, type CompletedOption } from './model.js';

/** A completion script for fish. */
export function fishScript(program: CompletedCommand, name: string): string {
  return [
    `complete --command ${name} --no-files`,
    ...allCommands(program).flatMap((command) => commandLines(command, name)),
    '',
  ].join('\n');
}

function commandLines(command: CompletedCommand, name: string): readonly string[] {
  const lines = [
    ...command.subcommands.map((each) =>
      line(name, command, `--arguments ${each.words.at(-1)!}`, each.description),
    ),
    ...command.options.map((option) =>
      line(name, command, optionFlags(option), option.description),
    ),
  ];
  if (command.argument === 'file') lines.push(line(name, command, '--force-files'));
  else if (command.argument === 'operation') {
    const operations = `(${name} explain 2>/dev/null | string replace --regex ' +' \\t)`;
    lines.push(line(name, command, `--arguments ${quote(operations)}`));
  } else if (command.argument) {
    lines.push(line(name, command, `--arguments ${quote(command.argument.join(' '))}`));
  }
  return lines;
}

function line(
  name: string,
  command: CompletedCommand,
  completion: string,
  description?: string,
): string {
  const text = description === undefined ? '' : ` --description ${quote(description)}`;
  return `complete --command ${name} --condition ${quote(condition(command))} ${completion}${text}`;
}

/** True when the command line is at this command and at none below it. */
function condition({ words, subcommands }: CompletedCommand): string {
  const at = words.map((word) => `__fish_seen_subcommand_from ${word}`);
  const below = subcommands.map((each) => each.words.at(-1)!).join(' ');
  if (words.length === 0) return '__fish_use_subcommand';
  return [...at, ...(below ? [`not __fish_seen_subcommand_from ${below}`] : [])].join('; and ');
}

function optionFlags({ long, short, value }: CompletedOption): string {
  const flags = `--long-option ${long.slice(2)}${short ? ` --short-option ${short.slice(1)}` : ''}`;
  if (value === 'none') return flags;
  if (value === 'word') return `${flags} --exclusive`;
  const action = value === 'file' ? '--force-files' : "--arguments '(__fish_complete_directories)'";
  return `${flags} --require-parameter ${action}`;
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
