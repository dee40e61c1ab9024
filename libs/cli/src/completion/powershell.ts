import { allCommands, type CompletedCommand } from './model.js';

/** A completion script for PowerShell. Where it has nothing to offer, PowerShell offers files. */
export function powershellScript(program: CompletedCommand, name: string): string {
  const commands = allCommands(program);
  const entries = commands.map(
    (command) => `    ${quote(command.words.join(' '))} = @(
${entriesOf(command).join('\n')}
    )`,
  );
  const takers = commands
    .filter(({ argument }) => argument === 'operation')
    .map(({ words }) => quote(words.join(' ')));
  return `Register-ArgumentCompleter -Native -CommandName ${name} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
${entries.join('\n')}
  }
  $path = ''
  foreach ($element in ($commandAst.CommandElements | Select-Object -Skip 1)) {
    $next = "$path $element".Trim()
    if ($element.Extent.EndOffset -lt $cursorPosition -and $commands.ContainsKey($next)) {
      $path = $next
    }
  }
  $entries = $commands[$path]
  if ($path -in ${takers.join(', ')}) {
    $entries += ${name} explain 2>$null | ForEach-Object {
      $operation, $title = $_ -split ' +', 2
      @{ Text = $operation; Help = $title }
    }
  }
  $entries |
    Where-Object { $_.Text.StartsWith($wordToComplete) } |
    Where-Object { $wordToComplete.StartsWith('-') -or -not $_.Text.StartsWith('-') } |
    ForEach-Object {
      [System.Management.Automation.CompletionResult]::new(
        $_.Text, $_.Text, 'ParameterValue', $_.Help)
    }
}
`;
}

function entriesOf({ subcommands, options, argument }: CompletedCommand): readonly string[] {
  const choices: readonly string[] = Array.isArray(argument) ? argument : [];
  return [
    ...subcommands.map(({ words, description }) => entry(words.at(-1)!, description)),
    ...choices.map((choice) => entry(choice, choice)),
    ...options.flatMap(({ long, short, description }) =>
      [long, ...(short ? [short] : [])].map((flag) => entry(flag, description)),
    ),
  ];
}

function entry(text: string, help: string): string {
  return `      @{ Text = ${quote(text)}; Help = ${quote(help)} }`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
