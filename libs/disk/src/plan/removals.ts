import { join } from 'node:path';

import { entriesOf, type FileSystem } from '../file-system.js';
import { isTransient, manifestName } from '../names.js';
import { parents } from '../paths/paths.js';

/** What a commit removes. Paths are relative to the root, POSIX. */
export interface Removals {
  readonly files: readonly string[];
  /** Directories that hold nothing else, deepest first. */
  readonly directories: readonly string[];
}

/**
 * Everything in the output root that is not to be kept, but for the manifest and what belongs to a
 * run in progress. Links are entries like any other, never followed.
 */
export function findAllBut(
  root: string,
  keep: { files: ReadonlySet<string>; directories: ReadonlySet<string> },
  fs: FileSystem,
): Removals {
  const files: string[] = [];
  const directories: string[] = [];
  visit('');
  return { files: files.sort(), directories };

  function visit(directory: string): void {
    for (const entry of entriesOf(join(root, directory), fs) ?? []) {
      const path = directory ? `${directory}/${entry.name}` : entry.name;
      if (!directory && (entry.name === manifestName || isTransient(entry.name))) continue;
      if (entry.isDirectory()) {
        visit(path);
        if (!keep.directories.has(path)) directories.push(path);
      } else if (!entry.isFile() || !keep.files.has(path)) files.push(path);
    }
  }
}

/** The directories that have nothing left once these files are gone, deepest first. */
export function findEmptied(
  root: string,
  files: readonly string[],
  keep: ReadonlySet<string>,
  fs: FileSystem,
): readonly string[] {
  const gone = new Set(files);
  const candidates = new Set(files.flatMap((file) => [...parents(file)]));
  const deepestFirst = [...candidates].sort((a, b) => depth(b) - depth(a) || (a < b ? -1 : 1));
  return deepestFirst.filter((directory) => {
    if (keep.has(directory)) return false;
    const entries = entriesOf(join(root, directory), fs) ?? [];
    if (!entries.every(({ name }) => gone.has(`${directory}/${name}`))) return false;
    gone.add(directory);
    return true;
  });
}

function depth(path: string): number {
  return path.split('/').length;
}
