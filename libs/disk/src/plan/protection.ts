import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { attempt, DiskError } from '../errors.js';
import { entriesOf, entryAt, exists, type FileSystem } from '../file-system.js';
import { isTransient, manifestName } from '../names.js';
import { resolveRoot } from '../paths/root.js';
import type { CleanOptions } from '../types.js';
import { damagedManifest, readManifest } from './manifest.js';

const elsewhere = 'choose another output directory';

/** Why a directory must not be deleted. */
interface Protection {
  /** What the directory is: `the working directory`. */
  readonly what: string;
  /** Whether output may well be meant to lie right in it. */
  readonly hostsOutput: boolean;
}

/** Why an existing directory must not be deleted whatever the user says, however its path is spelled. */
function findProtection(
  root: string,
  options: CleanOptions,
  fs: FileSystem,
): Protection | undefined {
  const real = resolveRoot(root, fs);
  if (!exists(real, fs)) return undefined;
  const { cwd = process.cwd(), workspaceRoot, home = homedir() } = options;
  const where = (path: string | undefined) => path && locate(real, path, fs);

  const found = [
    [dirname(real) === real, 'the root of a file system', false],
    [where(home), 'the home directory, or holds it', false],
    [where(cwd) === 'same', 'the working directory', true],
    [where(workspaceRoot) === 'same', 'the workspace root', true],
    [exists(join(real, '.git'), fs), 'the root of a git repository', true],
    [where(cwd), 'an ancestor of the working directory', false],
    [where(workspaceRoot), 'an ancestor of the workspace root', false],
  ] as const;
  const first = found.find(([applies]) => applies);
  return first && { what: first[1], hostsOutput: first[2] };
}

/** What an output directory is, when it is one that is kept while what was generated in it may go. */
export function findHostDirectory(
  root: string,
  options: CleanOptions,
  fs: FileSystem,
): string | undefined {
  const found = findProtection(root, options, fs);
  return found?.hostsOutput ? found.what : undefined;
}

/** @throws DiskError, `PROTECTED`, for an output directory that must not be deleted whatever the user says. */
export function refuseProtected(root: string, options: CleanOptions, fs: FileSystem): void {
  const path = resolve(root);
  const entry = entryAt(path, fs);
  if (!entry) return;
  if (entry.isSymbolicLink()) {
    throw refusal('PROTECTED', path, 'it is a symbolic link', 'name the directory it leads to');
  }
  const found = findProtection(path, options, fs);
  if (found) throw refusal('PROTECTED', path, `it is ${found.what}`, elsewhere);
}

/**
 * Without `force`, refuses a directory with files of which none was generated, and one whose manifest does
 * not say which.
 *
 * @throws DiskError, `FOREIGN` or `MANIFEST`.
 */
export function refuseForeign(root: string, options: CleanOptions, fs: FileSystem): void {
  const path = resolve(root);
  if (options.force) return;
  const manifest = readManifest(path, fs);
  if (manifest === 'damaged') {
    throw damagedManifest(path, 'restore it, generate without removing anything, or use --force');
  }
  const names = entriesOf(path, fs)?.map(({ name }) => name) ?? [];
  if (manifest || names.every(isTransient)) return;
  const why = `it is not empty and was not generated (it has no ${manifestName})`;
  throw refusal('FOREIGN', path, why, 'move your files away, or use --force to delete them');
}

/**
 * Checks that files may be written right into a directory: not where the system or the user keeps
 * everything. A home directory that is worked in is a project like any other.
 *
 * @throws DiskError, `PROTECTED`, when they may not.
 */
export function refuseShared(root: string, options: CleanOptions, fs: FileSystem): void {
  const { cwd = process.cwd(), home = homedir() } = options;
  const real = resolveRoot(root, fs);
  const is = (path: string) => isOneDirectory(real, resolveRoot(path, fs), fs);
  const found = [
    [dirname(real) === real, 'the root of a file system'],
    [is(home) && !is(cwd), 'the home directory'],
  ] as const;
  const first = found.find(([applies]) => applies);
  if (!first) return;
  const message = `will not write into ${root}: it is ${first[1]}`;
  throw new DiskError([{ code: 'PROTECTED', path: root, message, fix: elsewhere }]);
}

/** Where `root` stands to a directory: it is that one, an ancestor of it, or neither. */
function locate(root: string, directory: string, fs: FileSystem): 'same' | 'ancestor' | undefined {
  const start = resolveRoot(directory, fs);
  for (let path = start; ; path = dirname(path)) {
    if (isOneDirectory(root, path, fs)) return path === start ? 'same' : 'ancestor';
    if (dirname(path) === path) return undefined;
  }
}

/** Compares by identity too: one directory can have two paths, by case or by a mount. */
function isOneDirectory(left: string, right: string, fs: FileSystem): boolean {
  if (left === right) return true;
  const [one, other] = [left, right].map((path) =>
    attempt('read', path, () => fs.lstatSync(path, { bigint: true, throwIfNoEntry: false })),
  );
  if (!one || !other || one.ino === 0n) return false;
  return one.ino === other.ino && one.dev === other.dev;
}

function refusal(code: string, path: string, why: string, fix: string): DiskError {
  return new DiskError([{ code, path, message: `will not delete ${path}: ${why}`, fix }]);
}
