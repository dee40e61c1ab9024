import { readdirSync, readFileSync, statSync } from 'node:fs';

/** What the reader asks about the machine, and nothing else. */
export interface Files {
  /** @throws as `fs.readFileSync` does. */
  read(path: string): Buffer;
  /** @throws as `fs.readdirSync` does. */
  list(folder: string): readonly { readonly name: string }[];
  /** What lies at a path, behind every link; undefined for nothing. */
  kindOf(path: string): 'file' | 'folder' | 'other' | undefined;
  /** A variable of the environment. */
  variable(name: string): string | undefined;
}

/** The files of this machine. */
export const realFiles: Files = {
  read: (path) => readFileSync(path),
  list: (folder) => readdirSync(folder, { withFileTypes: true }),
  kindOf: (path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return undefined;
    if (stats.isFile()) return 'file';
    return stats.isDirectory() ? 'folder' : 'other';
  },
  variable: (name) => process.env[name],
};
