import type { Command } from 'commander';

import { bashScript } from './bash.js';
import { fishScript } from './fish.js';
import { completionModel, type CompletedCommand } from './model.js';
import { powershellScript } from './powershell.js';
import { zshScript } from './zsh.js';

const scripts: Readonly<Record<string, (program: CompletedCommand, name: string) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/**
 * A completion script for a shell.
 *
 * @param shell `bash`, `zsh`, `fish` or `powershell`.
 */
export function completionScript(program: Command, shell: string): string {
  return scripts[shell]!(completionModel(program), program.name());
}
