import { allCommands, type CompletedCommand, type CompletedOption } from './model.js';

/** A completion script for bash. */
export function bashScript(program: CompletedCommand, name: string): string {
  const commands = allCommands(program);
  const cases = commands.map((command) => {
    const options = command.options.flatMap(({ long, short }) => (short ? [long, short] : [long]));
    const following = [
      ...command.subcommands.map(({ words }) => words.at(-1)!),
      ...(Array.isArray(command.argument) ? (command.argument as readonly string[]) : []),
    ];
    const offered = typeof command.argument === 'string' ? command.argument : '';
    return `    '${command.words.join(' ')}') options='${options.join('\n')}' words='${following.join('\n')}' offered='${offered}' ;;`;
  });
  const paths = commands.slice(1).map(({ words }) => `'${words.join(' ')}'`);
  return `_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local path='' word options words offered IFS=$'\\n'
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths.join(' | ')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$previous" in
    ${flagsOf(commands, 'file')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
    ${flagsOf(commands, 'directory')}) COMPREPLY=($(compgen -d -- "$current")); return ;;
    ${flagsOf(commands, 'word')}) return ;;
  esac
  case "$path" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ "$offered" == file ]]; then
    COMPREPLY=($(compgen -f -- "$current"))
  elif [[ "$offered" == operation ]]; then
    # compgen -W would expand the names, and run what stands in $( ) there.
    while read -r word; do
      if [[ "$word" == "$current"* ]]; then COMPREPLY+=("$word"); fi
    done < <("\${COMP_WORDS[0]}" explain 2>/dev/null | sed 's/ .*//')
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o filenames -F _${name} ${name}
`;
}

function flagsOf(commands: readonly CompletedCommand[], value: CompletedOption['value']): string {
  const flags = commands
    .flatMap(({ options }) => options)
    .filter((option) => option.value === value)
    .flatMap(({ long, short }) => (short ? [long, short] : [long]));
  return [...new Set(flags)].join(' | ');
}
