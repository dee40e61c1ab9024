import { allCommands, type CompletedCommand, type CompletedOption } from './model.js';

/** A completion script for zsh. */
export function zshScript(program: CompletedCommand, name: string): string {
  const functions = allCommands(program).map((command) => commandFunction(command, name));
  return `#compdef ${name}

${functions.join('\n\n')}

_${name}_operations() {
  local -a operations
  operations=(\${(f)"$(${name} explain 2>/dev/null)"})
  compadd -- \${operations%% *}
}

if [[ "\${zsh_eval_context[-1]}" == loadautofunc ]]; then
  _${name} "$@"
else
  compdef _${name} ${name}
fi
`;
}

function commandFunction(command: CompletedCommand, program: string): string {
  const name = functionName(command, program);
  const specs = command.options.flatMap(optionSpecs).map((spec) => `    ${spec}`);
  if (command.subcommands.length === 0) {
    const argument = argumentSpec(command.argument, program);
    const lines = argument ? [...specs, `    ${argument}`] : specs;
    return `${name}() {
  _arguments \\
${lines.join(' \\\n')}
}`;
  }
  const listed = command.subcommands.map(
    ({ words, description }) => `      ${quote(`${words.at(-1)!}:${description}`)}`,
  );
  const dispatched = command.subcommands.map(
    (each) => `        ${each.words.at(-1)!}) ${functionName(each, program)} ;;`,
  );
  return `${name}() {
  local state line
  local -a commands
  _arguments -C \\
${specs.join(' \\\n')} \\
    '1: :->command' \\
    '*:: :->rest'
  case "$state" in
    command)
      commands=(
${listed.join('\n')}
      )
      _describe command commands
      ;;
    rest)
      case "\${line[1]}" in
${dispatched.join('\n')}
      esac
      ;;
  esac
}`;
}

function functionName({ words }: CompletedCommand, program: string): string {
  return [`_${program}`, ...words].join('_');
}

function optionSpecs({ long, short, description, value }: CompletedOption): readonly string[] {
  const action = {
    none: '',
    file: ':file:_files',
    directory: ':directory:_files -/',
    word: ':name: ',
  };
  const text = description.replace(/[[\]:\\]/g, '\\$&');
  return [long, ...(short ? [short] : [])].map((flag) => quote(`${flag}[${text}]${action[value]}`));
}

function argumentSpec(argument: CompletedCommand['argument'], program: string): string | undefined {
  if (argument === undefined) return undefined;
  if (argument === 'operation') return quote(`1:operation:_${program}_operations`);
  return argument === 'file' ? quote('1:file:_files') : quote(`1:word:(${argument.join(' ')})`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
