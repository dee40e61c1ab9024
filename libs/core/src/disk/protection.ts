import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { nodeDisk, type Disk } from './disk.js';
import { DiskError, onDisk } from './error.js';
import { isTransient, manifestName } from './names.js';
import { isThere, resolveRoot } from './root.js';
import type { CleanContext } from './types.js';

/** Why a directory must not be deleted. */
export interface Protection {
  /** What the directory is: `the working directory`. */
  readonly what: string;
  /** Whether output may well be meant to lie right in it. */
  readonly hostsOutput: boolean;
}

/**
 * Why a directory must not be deleted whatever the user says, however its path is spelled.
 *
 * @returns undefined when it may be deleted, or does not exist.
 */
export function protection(
  root: string,
  context: CleanContext,
  disk: Disk,
): Protection | undefined {
  const real = resolveRoot(root, disk);
  if (!isThere(real, disk)) return undefined;
  const { cwd, workspaceRoot } = context;
  const home = context.home ?? homedir();
  const where = (path: string | undefined) => path && locate(real, path, disk);

  const found = [
    [dirname(real) === real, 'the root of a file system', false],
    [where(home), 'the home directory, or holds it', false],
    [where(cwd) === 'same', 'the working directory', true],
    [where(workspaceRoot) === 'same', 'the workspace root', true],
    [isThere(join(real, '.git'), disk), 'the root of a git repository', true],
    [where(cwd), 'an ancestor of the working directory', false],
    [where(workspaceRoot), 'an ancestor of the workspace root', false],
  ] as const;
  const first = found.find(([applies]) => applies);
  return first && { what: first[1], hostsOutput: first[2] };
}

/**
 * Checks that an output directory is none that must not be deleted whatever the user says.
 *
 * @throws DiskError, `PROTECTED`, when it is.
 */
export function refuseProtected(root: string, context: CleanContext, disk: Disk): void {
  const path = resolve(root);
  if (!isThere(path, disk)) return;
  if (onDisk('read', path, () => disk.lstatSync(path)).isSymbolicLink()) {
    throw refusal('PROTECTED', path, 'it is a symbolic link; name the directory it leads to');
  }
  const found = protection(path, context, disk);
  if (!found) return;
  throw refusal('PROTECTED', path, `it is ${found.what}; choose another output directory`);
}

/**
 * Checks that files may be generated right into a directory: not where the system or the user keeps
 * everything.
 *
 * @param cwd the working directory. A home directory that is worked in is a project like any other.
 * @throws DiskError, `PROTECTED`, when they may not.
 */
export function refuseToFill(root: string, cwd: string, disk: Disk = nodeDisk): void {
  const real = resolveRoot(root, disk);
  const is = (path: string) => isOneDirectory(real, resolveRoot(path, disk), disk);
  const found = [
    [dirname(real) === real, 'the root of a file system'],
    [is(homedir()) && !is(cwd), 'the home directory'],
  ] as const;
  const first = found.find(([applies]) => applies);
  if (!first) return;
  const why = `it is ${first[1]}; choose another output directory`;
  throw new DiskError('PROTECTED', root, `will not write into ${root}: ${why}`);
}

/**
 * Checks that an output directory is empty or was generated, unless the user insists.
 *
 * @throws DiskError, `FOREIGN`, when it may be somebody's own.
 */
export function refuseForeign(root: string, context: CleanContext, disk: Disk): void {
  const path = resolve(root);
  if (context.force || !isThere(path, disk)) return;
  const names = onDisk('read', path, () => disk.readdirSync(path));
  if (names.includes(manifestName) || names.every(isTransient)) return;
  const why = 'it is not empty and was not generated (it has no .rowhouse.json)';
  throw refusal('FOREIGN', path, `${why}; move your files away, or use --force to delete them`);
}

/** Where `root` stands to a directory: it is that one, an ancestor of it, or neither. */
function locate(root: string, directory: string, disk: Disk): 'same' | 'ancestor' | undefined {
  const start = resolveRoot(directory, disk);
  for (let path = start; ; path = dirname(path)) {
    if (isOneDirectory(root, path, disk)) return path === start ? 'same' : 'ancestor';
    if (dirname(path) === path) return undefined;
  }
}

/** Compares by identity too: one directory can have two paths, by case or by a mount. */
function isOneDirectory(left: string, right: string, disk: Disk): boolean {
  if (left === right) return true;
  const [one, other] = [left, right].map((path) =>
    disk.lstatSync(path, { bigint: true, throwIfNoEntry: false }),
  );
  if (!one || !other || one.ino === 0n) return false;
  return one.ino === other.ino && one.dev === other.dev;
}

function refusal(code: string, path: string, why: string): DiskError {
  return new DiskError(code, path, `will not delete ${path}: ${why}`);
}
