import { allCommands, type CompletedCommand, type CompletedOption } from './model.js';

/** A completion script for fish. */
export function fishScript(program: CompletedCommand): string {
  return [
    'complete --command codegen --no-files',
    ...allCommands(program).flatMap(commandLines),
    '',
  ].join('\n');
}

function commandLines(command: CompletedCommand): readonly string[] {
  const lines = [
    ...command.subcommands.map((each) =>
      line(command, `--arguments ${each.words.at(-1)!}`, each.description),
    ),
    ...command.options.map((option) => line(command, optionFlags(option), option.description)),
  ];
  if (command.argument === 'file') lines.push(line(command, '--force-files'));
  else if (command.argument) {
    lines.push(line(command, `--arguments ${quote(command.argument.join(' '))}`));
  }
  return lines;
}

function line(command: CompletedCommand, completion: string, description?: string): string {
  const text = description === undefined ? '' : ` --description ${quote(description)}`;
  return `complete --command codegen --condition ${quote(condition(command))} ${completion}${text}`;
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
