import { dirname, join } from 'node:path';

import { attempt, bestEffort, DiskError } from '../errors.js';
import { entriesOf, exists, type FileSystem } from '../file-system.js';
import { formatOwner, isDead, newOwner, parseOwner, retire } from '../lock/owner.js';
import { rootPrefix } from '../names.js';
import { missingPart } from '../paths/root.js';
import { syncDirectory, writeFiles } from '../stage/durable.js';
import { newFilesOf } from '../stage/stage.js';
import type { Plan } from '../types.js';

const unchanged = 'nothing was changed';

/**
 * An output root appears and vanishes whole, by one rename: it is filled, or emptied, beside its place,
 * under a name that says whose it is.
 */

/**
 * Makes a missing output root with all that a plan brings.
 *
 * @returns false when another process made it first.
 * @throws DiskError when the disk refuses; nothing was changed then.
 */
export async function createRoot(plan: Plan, fs: FileSystem): Promise<boolean> {
  const { base, names } = missingPart(plan.root, fs);
  if (names.length === 0) return false;
  const owner = newOwner();
  const top = join(base, rootPrefix + formatOwner(owner));
  const target = join(base, names[0]!);
  const root = join(top, ...names.slice(1));
  try {
    attempt('create', plan.root, () => {
      fs.mkdirSync(top);
      if (root !== top) fs.mkdirSync(root, { recursive: true });
    });
    for (const path of plan.createdDirectories) {
      attempt('create', join(plan.root, path), () => fs.mkdirSync(join(root, path)));
    }
    const files = newFilesOf(plan).map(({ path, after }) => ({
      path: join(root, path),
      text: after,
      target: join(plan.root, path),
    }));
    await writeFiles(files, fs);
    for (const path of [...plan.createdDirectories, '.']) syncDirectory(join(root, path), fs);
    attempt('create', plan.root, () => fs.renameSync(top, target));
  } catch (error) {
    bestEffort(() => removeTree(top, fs));
    if (exists(target, fs)) return false;
    throw error instanceof DiskError ? error.withOutcome(unchanged) : error;
  } finally {
    retire(owner);
  }
  bestEffort(() => syncDirectory(base, fs));
  return true;
}

/**
 * Removes an output root with all that it holds. Its lock must be held.
 *
 * @returns false when it cannot go whole, since it is a mount point or the like.
 * @throws DiskError when its parent does not let it go; nothing was changed then.
 */
export function removeRoot(root: string, fs: FileSystem): boolean {
  const parent = dirname(root);
  const owner = newOwner();
  const top = join(parent, rootPrefix + formatOwner(owner));
  try {
    attempt('remove', root, () => fs.renameSync(root, top));
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    const { code } = error;
    if (code === 'EBUSY' || code === 'EXDEV') return false;
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error.withOutcome(unchanged);
    const message = `cannot remove ${root}: nothing may be removed from ${parent}`;
    const fix = `check the permissions of ${parent}`;
    throw new DiskError([{ code, path: root, message, fix }], unchanged, { cause: error });
  } finally {
    retire(owner);
  }
  bestEffort(() => syncDirectory(parent, fs));
  const failure = bestEffort(() => removeTree(top, fs));
  if (failure) throw failure.withOutcome('the next run removes the rest');
  return true;
}

/** Removes what killed processes left beside an output root. */
export function removeAbandoned(directory: string, fs: FileSystem): void {
  for (const entry of entriesOf(directory, fs) ?? []) {
    if (!entry.isDirectory() || !entry.name.startsWith(rootPrefix)) continue;
    const owner = parseOwner(entry.name.slice(rootPrefix.length));
    if (owner && isDead(owner)) removeTree(join(directory, entry.name), fs);
  }
}

/** Links are removed, never followed. */
function removeTree(path: string, fs: FileSystem): void {
  attempt('remove', path, () => fs.rmSync(path, { recursive: true, force: true }));
}
