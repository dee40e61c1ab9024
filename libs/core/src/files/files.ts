import { readdirSync, realpathSync, statSync } from 'node:fs';

import { readRegularFile } from './regular-file.js';

/** What lies at a path, behind every link. */
export type Kind = 'file' | 'folder' | 'other';

/** What lies in a folder under a name; a link is neither a file nor a directory. */
export interface Entry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/**
 * What a run asks about its surroundings before it has anything to write: the loader, discovery and targets
 * read through it. That it can be remembered what was asked, and asked again.
 */
export interface Files {
  /** @throws as `fs.readFileSync` does, and for what is no regular file of at most 64 MiB. */
  read(path: string): Buffer;
  /** What lies in a folder. @throws as `fs.readdirSync` does. */
  list(folder: string): readonly Entry[];
  /** What lies at a path; undefined for nothing, also where a link leads nowhere. */
  kindOf(path: string): Kind | undefined;
  /** The path behind every link. @throws as `fs.realpathSync` does. */
  realPath(path: string): string;
  /** A variable of the environment. */
  variable(name: string): string | undefined;
}

/** The files of this machine. */
export const realFiles: Files = {
  read: readRegularFile,
  list: (folder) => readdirSync(folder, { withFileTypes: true }),
  kindOf,
  realPath: (path) => realpathSync(path),
  variable: (name) => process.env[name],
};

function kindOf(path: string): Kind | undefined {
  let stats;
  try {
    stats = statSync(path, { throwIfNoEntry: false });
  } catch {
    // A part of the path may not be looked into.
    return undefined;
  }
  if (!stats) return undefined;
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}
