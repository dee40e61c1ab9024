import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The ignore files that are not committed, and that Nx reads all the same: `info/exclude` of a clone, then
 * the one of its user.
 *
 * @param repository the folder with `.git`.
 */
export function unsharedIgnoreFiles(repository: string): readonly string[] {
  const git = gitFolder(join(repository, '.git'));
  return [...(git === undefined ? [] : [join(git, 'info/exclude')]), userIgnoreFile()];
}

/** Where git keeps what all worktrees of a clone share. In a worktree, `.git` is a file that leads there. */
function gitFolder(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  if (statSync(path).isDirectory()) return path;
  const own = /^gitdir: (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1];
  if (own === undefined) return undefined;
  const folder = resolve(path, '..', own);
  const common = join(folder, 'commondir');
  return existsSync(common) ? resolve(folder, readFileSync(common, 'utf8').trim()) : folder;
}

/** That of `core.excludesFile`, else git's default. */
function userIgnoreFile(): string {
  const configs = join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'git');
  for (const file of [join(homedir(), '.gitconfig'), join(configs, 'config')]) {
    if (!existsSync(file)) continue;
    const named = /^\s*excludesfile\s*=\s*"?(.+?)"?\s*$/im.exec(readFileSync(file, 'utf8'))?.[1];
    if (named !== undefined) return resolve(named.replace(/^~(?=\/)/, homedir()));
  }
  return join(configs, 'ignore');
}
