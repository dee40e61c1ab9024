import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';

import ignore, { type Ignore } from 'ignore';

import { unsharedIgnoreFiles } from './unshared-ignore-files.js';

/** Folders that Nx looks into nowhere. */
const NEVER_SEEN = ['node_modules', '.git'];

/**
 * Tells which files of a workspace Nx does not see, from `.gitignore` and `.nxignore` files. Where the
 * workspace lies in a larger repository, the `.gitignore` files around it count, too; last come the files
 * that git keeps for one clone and for one user.
 */
export class IgnoreRules {
  readonly #matchers = new Map<string, Ignore | undefined>();
  readonly #folders = new Map<string, boolean>();

  /** Of the folders around the workspace, then of the clone and the user: each with the path from there. */
  readonly #around: readonly { readonly matcher: Ignore; readonly prefix: string }[];

  constructor(readonly workspaceRoot: string) {
    const folders = foldersAround(workspaceRoot);
    const repository = folders.at(-1) ?? workspaceRoot;
    const files = [
      ...folders.map((folder) => ({ folder, file: join(folder, '.gitignore') })),
      ...unsharedIgnoreFiles(repository).map((file) => ({ folder: repository, file })),
    ];
    this.#around = files.flatMap(({ folder, file }) => {
      const text = readIfPresent(file);
      const inside = relative(folder, workspaceRoot).split(sep).join('/');
      const prefix = inside === '' ? '' : `${inside}/`;
      return text.trim() === '' ? [] : [{ matcher: ignore().add(text), prefix }];
    });
  }

  /** @param path POSIX, relative to the workspace root. */
  isIgnored(path: string): boolean {
    return this.#isFolderIgnored(posix.dirname(path)) || this.#matches(path, path);
  }

  /** @param folder POSIX, relative to the workspace root; `.` for the root itself. */
  isFolderIgnored(folder: string): boolean {
    return this.#isFolderIgnored(folder);
  }

  #isFolderIgnored(folder: string): boolean {
    if (folder === '.') return false;
    if (NEVER_SEEN.includes(posix.basename(folder))) return true;
    let answer = this.#folders.get(folder);
    if (answer === undefined) {
      answer = this.#isFolderIgnored(posix.dirname(folder)) || this.#matches(folder, `${folder}/`);
      this.#folders.set(folder, answer);
    }
    return answer;
  }

  /** The nearest ignore file that has an opinion decides. */
  #matches(path: string, pattern: string): boolean {
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      const inside = folder === '.' ? pattern : pattern.slice(folder.length + 1);
      const result = this.#matcher(folder)?.test(inside);
      if (result?.ignored) return true;
      if (result?.unignored) return false;
      if (folder === '.') break;
    }
    for (const { matcher, prefix } of this.#around) {
      const result = matcher.test(`${prefix}${pattern}`);
      if (result.ignored || result.unignored) return result.ignored;
    }
    return false;
  }

  #matcher(folder: string): Ignore | undefined {
    if (!this.#matchers.has(folder)) {
      const rules = ['.gitignore', '.nxignore'].map((name) =>
        readIfPresent(resolve(this.workspaceRoot, folder, name)),
      );
      const text = rules.join('\n');
      this.#matchers.set(folder, text.trim() === '' ? undefined : ignore().add(text));
    }
    return this.#matchers.get(folder);
  }
}

/** The folders around a workspace, up to that of the repository that it lies in; none without one. */
function foldersAround(workspaceRoot: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = workspaceRoot; !existsSync(join(folder, '.git'));) {
    if (dirname(folder) === folder) return [];
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** Most folders have none: asking first is cheaper than an error. */
function readIfPresent(file: string): string {
  if (!existsSync(file)) return '';
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
