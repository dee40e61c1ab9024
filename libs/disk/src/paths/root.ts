import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { attempt, DiskError, ignoring } from '../errors.js';
import { entryAt, exists, type FileSystem } from '../file-system.js';

/**
 * The output root with every link in it resolved, whether it exists or not.
 *
 * @throws DiskError when it, or what it would lie in, is a file or a broken link.
 */
export function resolveRoot(root: string, fs: FileSystem): string {
  const path = resolve(root);
  const link = entryAt(path, fs);
  if (!link) return join(resolveRoot(dirname(path), fs), basename(path));
  const real = realPath(path, fs);
  const entry = real === undefined ? undefined : entryAt(real, fs);
  if (real !== undefined && entry?.isDirectory()) return real;
  if (entry) throw unusable(path, 'ENOTDIR', 'it is a file', 'choose another output directory');
  if (link.isSymbolicLink()) throw unusable(path, 'ENOENT', 'it is a link to nothing', 'remove it');
  // Another run has just removed it: look again.
  return resolveRoot(root, fs);
}

/** The closest directory around a missing one that exists, and the names from there. */
export function missingPart(root: string, fs: FileSystem): { base: string; names: string[] } {
  let base = root;
  while (!exists(base, fs)) base = dirname(base);
  return { base, names: relative(base, root).split(sep).filter(Boolean) };
}

function realPath(path: string, fs: FileSystem): string | undefined {
  let real: string | undefined;
  attempt('use', path, () => {
    ignoring(['ENOENT'], () => {
      real = fs.realpathSync(path);
    });
  });
  return real;
}

function unusable(path: string, code: string, why: string, fix: string): DiskError {
  return new DiskError([{ code, path, message: `cannot write into ${path}: ${why}`, fix }]);
}
