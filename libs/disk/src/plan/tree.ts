import { checkPaths, type CheckedPaths } from '../paths/paths.js';
import type { Files } from '../types.js';
import { contentHash } from './manifest.js';

/** Files to commit, sorted, found safe and hashed: once, however often they meet the disk. */
export interface FileTree {
  /** The texts by path, in the order of the paths (UTF-16 code units). */
  readonly contents: ReadonlyMap<string, string>;
  readonly paths: CheckedPaths;
  /** What the manifest is to say of them, in the same order. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** @throws DiskError for paths that are unsafe or collide, all of them at once. */
export function checkTree(files: Files): FileTree {
  const sorted = sortByPath(files);
  const paths = checkPaths(sorted.map(([path]) => path));
  const hashes = new Map(sorted.map(([path, text]) => [path, contentHash(text)]));
  return { contents: new Map(sorted), paths, hashes };
}

export function sortByPath<T extends readonly [string, string]>(entries: Iterable<T>): T[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
