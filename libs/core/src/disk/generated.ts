import { contentHash } from './manifest.js';
import { checkPaths, type CheckedPaths } from './paths.js';
import type { GeneratedFiles } from './types.js';

/** The generated files, sorted, found safe and hashed: once, however often they meet the disk. */
export interface CheckedFiles {
  /** The texts by path, in the order of the paths (UTF-16 code units). */
  readonly contents: ReadonlyMap<string, string>;
  readonly paths: CheckedPaths;
  /** What the manifest is to say of them, in the same order. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** @throws DiskError for generated paths that are unsafe or collide, all of them at once. */
export function checkFiles(files: GeneratedFiles): CheckedFiles {
  const sorted = sortByPath(files);
  const paths = checkPaths(sorted.map(([path]) => path));
  const hashes = new Map(sorted.map(([path, text]) => [path, contentHash(text)]));
  return { contents: new Map(sorted), paths, hashes };
}

export function sortByPath<T extends readonly [string, string]>(entries: Iterable<T>): T[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
