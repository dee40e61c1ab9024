import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { dataFolder } from '../workspace/data-folder.js';
import { MANIFEST, parseManifest, readIfPresent, type Listed } from './manifest.js';

/**
 * Removes what an earlier run generated and the current manifest does not list, unless it was edited
 * since. A restore from the cache brings back the files of one config and leaves those of another,
 * and its own manifest in place of the other's. So a copy of the manifest is kept where no restore
 * reaches: it says what the folder held before.
 *
 * @param folder POSIX, relative to the workspace root.
 * @returns the paths of the removed files in the folder.
 */
export function removeLeftovers(workspaceRoot: string, folder: string): readonly string[] {
  const root = join(workspaceRoot, folder);
  const copy = copyOf(workspaceRoot, folder);
  const text = readIfPresent(join(root, MANIFEST));
  const before = readIfPresent(copy);
  if (text === undefined || text === before) return [];
  const listed = parseManifest(text);
  if (!listed) return [];
  const removed = before === undefined ? [] : remove(root, parseManifest(before), listed);
  keep(copy, text);
  return removed;
}

/** Neither committed nor an output of a task, and still there after `npm ci`, which people run when they change branches. */
function copyOf(workspaceRoot: string, folder: string): string {
  return join(dataFolder(workspaceRoot), 'manifests', `${hash('sha256', folder)}.json`);
}

function keep(copy: string, text: string): void {
  mkdirSync(dirname(copy), { recursive: true });
  const making = `${copy}.${process.pid}`;
  writeFileSync(making, text);
  renameSync(making, copy);
}

function remove(root: string, before: Listed | undefined, listed: Listed): readonly string[] {
  const removed: string[] = [];
  for (const [path, digest] of before ?? []) {
    if (listed.has(path) || !isUnedited(root, path, digest)) continue;
    rmSync(join(root, path), { force: true });
    removed.push(path);
  }
  for (const path of removed) removeEmptied(root, posix.dirname(path));
  return removed;
}

/** A link on the way could lead to files of somebody else. */
function isUnedited(root: string, path: string, digest: string): boolean {
  const file = join(root, path);
  try {
    const isHere = realpathSync(file) === join(realpathSync(root), ...path.split('/'));
    return isHere && hash('sha256', readFileSync(file)) === digest;
  } catch {
    return false;
  }
}

/** A folder with bytecode alone goes as well: Python would import it as a namespace package. */
function removeEmptied(root: string, folder: string): void {
  for (let each = folder; each !== '.'; each = posix.dirname(each)) {
    const directory = join(root, ...each.split('/'));
    const isEmpty =
      existsSync(directory) && readdirSync(directory).every((name) => name === '__pycache__');
    if (!isEmpty) return;
    rmSync(directory, { recursive: true, force: true });
  }
}
