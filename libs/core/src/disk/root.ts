import { basename, dirname, join, resolve } from 'node:path';

import type { Disk } from './disk.js';
import { DiskError, onDisk, unless } from './error.js';

/**
 * The output root with every link in it resolved, whether it exists or not.
 *
 * @throws DiskError when it, or what it would lie in, is a file or a broken link.
 */
export function resolveRoot(root: string, disk: Disk): string {
  const path = resolve(root);
  if (!isThere(path, disk)) return join(resolveRoot(dirname(path), disk), basename(path));
  const link = onDisk('use', path, () => disk.lstatSync(path, { throwIfNoEntry: false }));
  const real = findReal(path, disk);
  const entry =
    real === undefined
      ? undefined
      : onDisk('use', path, () => disk.lstatSync(real, { throwIfNoEntry: false }));
  if (real !== undefined && entry?.isDirectory()) return real;
  if (entry) throw unusable(path, 'ENOTDIR', 'it is a file; choose another output directory');
  if (link?.isSymbolicLink()) throw unusable(path, 'ENOENT', 'it is a link to nothing; remove it');
  // Another run took it away meanwhile: look again.
  return resolveRoot(root, disk);
}

function findReal(path: string, disk: Disk): string | undefined {
  let real: string | undefined;
  onDisk('use', path, () => {
    unless(['ENOENT'], () => {
      real = disk.realpathSync(path);
    });
  });
  return real;
}

function unusable(path: string, code: string, why: string): DiskError {
  return new DiskError(code, path, `cannot write into ${path}: ${why}`);
}

/** Whether there is an entry of this name, be it a link to nothing. */
export function isThere(path: string, disk: Disk): boolean {
  let found = false;
  onDisk('use', path, () => {
    unless(['ENOTDIR'], () => {
      found = disk.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    });
  });
  return found;
}
