import { Argument, type Command } from 'commander';

import { examples } from './options.js';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** Adds `codegen completion`. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a completion script for a shell.')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText(
      'after',
      examples(
        'codegen completion bash > ~/.local/share/bash-completion/completions/codegen',
        'codegen completion zsh > ~/.zfunc/_codegen',
        'codegen completion fish > ~/.config/fish/completions/codegen.fish',
        'codegen completion powershell >> $PROFILE',
      ),
    )
    .action(async (shell: (typeof shells)[number]) => {
      const { completionScript } = await import('../completion/index.js');
      process.stdout.write(completionScript(program, shell));
    });
}
