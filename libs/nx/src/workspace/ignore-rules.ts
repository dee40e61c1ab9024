import { existsSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';

import ignore, { type Ignore } from 'ignore';

/** Tells which files of a workspace Nx does not see, from `.gitignore` and `.nxignore` files. */
export class IgnoreRules {
  readonly #matchers = new Map<string, Ignore | undefined>();
  readonly #folders = new Map<string, boolean>();

  constructor(readonly workspaceRoot: string) {}

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
      if (result?.unignored || folder === '.') return false;
    }
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

/** Most folders have none: asking first is cheaper than an error. */
function readIfPresent(file: string): string {
  if (!existsSync(file)) return '';
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
