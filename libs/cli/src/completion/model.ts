import type { Command } from 'commander';

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** The words that lead to it: `['targets', 'list']`; none for the program itself. */
  readonly words: readonly string[];
  readonly description: string;
  readonly subcommands: readonly CompletedCommand[];
  readonly options: readonly CompletedOption[];
  /** What its arguments are: files, operations of the config in the working directory, or one of a few words. */
  readonly argument: 'file' | 'operation' | readonly string[] | undefined;
}

export interface CompletedOption {
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  /** What follows it. */
  readonly value: 'none' | 'file' | 'directory' | 'word';
}

/** Reads a command line's description off Commander. */
export function completionModel(command: Command, words: readonly string[] = []): CompletedCommand {
  const help = command.createHelp();
  const argument = command.registeredArguments[0];
  return {
    words,
    description: command.description(),
    subcommands: command.commands.map((each) => completionModel(each, [...words, each.name()])),
    options: help.visibleOptions(command).map((option) => ({
      long: option.long!,
      short: option.short,
      description: option.description,
      value: valueOf(option.flags),
    })),
    argument: argument?.argChoices ?? argumentOf(argument?.name()),
  };
}

/** The program and every command below it. */
export function allCommands(command: CompletedCommand): readonly CompletedCommand[] {
  return [command, ...command.subcommands.flatMap(allCommands)];
}

function argumentOf(name: string | undefined): 'file' | 'operation' | undefined {
  if (name === 'config') return 'file';
  return name === 'operation' ? name : undefined;
}

function valueOf(flags: string): CompletedOption['value'] {
  if (flags.endsWith('<path>')) return 'file';
  if (flags.endsWith('<dir>')) return 'directory';
  return flags.endsWith('>') ? 'word' : 'none';
}
