import { basename, dirname, join, relative, sep } from 'node:path';

import type { Disk } from './disk.js';
import { syncDirectory } from './durable.js';
import { DiskError, onDisk, quietly, unless } from './error.js';
import { raiseFlag } from './flags.js';
import { formatHolder, isDead, parseHolder, type Holder } from './holder.js';
import { flagPrefix, limboPrefix } from './names.js';
import { isThere } from './root.js';

/**
 * Directories appear and vanish together with the lock in them: they are made, or taken apart, under
 * a name that says whose they are, beside the place they belong, and one rename does the rest.
 */

/** How often to try to take a root away from under those who want to lock it. */
const removals = 3;

/** What a rename answers when others make or remove the same directories. */
const lostRace = ['ENOTEMPTY', 'EEXIST', 'ENOENT'];

/** The directories to make for a missing output root, from the first that exists. */
export function missingPart(root: string, disk: Disk): { base: string; names: string[] } {
  let base = root;
  while (!isThere(base, disk)) base = dirname(base);
  return { base, names: relative(base, root).split(sep).filter(Boolean) };
}

/**
 * Makes a missing output root with the holder's flag in it.
 *
 * @returns false when another process was faster.
 */
export function createRoot(root: string, holder: Holder, disk: Disk): boolean {
  const { base, names } = missingPart(root, disk);
  if (names.length === 0) return false;
  const limbo = join(base, limboPrefix + formatHolder(holder));
  const target = join(base, names[0]!);
  let inner = limbo;
  try {
    onDisk('create', root, () => {
      disk.mkdirSync(limbo);
      for (const name of names.slice(1)) {
        inner = join(inner, name);
        disk.mkdirSync(inner);
      }
    });
    raiseFlag(inner, holder, disk);
    onDisk('create', root, () => disk.renameSync(limbo, target));
  } catch (error) {
    quietly(() => dismantle(limbo, disk));
    const overtaken = error instanceof DiskError && lostRace.includes(error.code);
    if (overtaken || isThere(target, disk)) return false;
    throw error;
  }
  try {
    onDisk('create', root, () => syncDirectory(base, disk));
  } catch (error) {
    quietly(() => removeRoot(root, names.length, holder, disk));
    throw error;
  }
  return true;
}

/**
 * Takes away an output root if it holds nothing but flags, and those of its ancestors that hold nothing
 * but it. The lock must be held; where the root stays, the holder's flag may, too.
 *
 * @param directories how many may go, the root included.
 * @throws DiskError when it has to stay: a mount point, or its parent may not be changed.
 */
export function removeRoot(root: string, directories: number, holder: Holder, disk: Disk): void {
  let top = root;
  for (let left = directories - 1; left > 0; left--) {
    const parent = dirname(top);
    const entries = onDisk('read', parent, () => disk.readdirSync(parent));
    if (entries.length !== 1 || entries[0] !== basename(top)) break;
    top = parent;
  }
  const limbo = join(dirname(top), limboPrefix + formatHolder(holder));
  for (let left = removals; left > 0 && holdsFlagsAlone(root, disk); left--) {
    onDisk('remove', top, () => disk.renameSync(top, limbo));
    quietly(() => dismantle(limbo, disk));
    if (!isThere(limbo, disk)) return;
    // Somebody who had not seen it go put something into it: a file, and it is theirs now; or a flag,
    // which goes with the next try. The lock is still ours, and who comes after a kill has to know that
    // a run made the root: both are said by our own flag.
    quietly(() => raiseFlag(join(limbo, relative(top, root)), holder, disk));
    onDisk('write', top, () => disk.renameSync(limbo, top));
  }
}

function holdsFlagsAlone(root: string, disk: Disk): boolean {
  if (!isThere(root, disk)) return false;
  const names = onDisk('read', root, () => disk.readdirSync(root));
  return names.every((name) => name.startsWith(flagPrefix));
}

/** Clears away what killed processes left beside an output root. */
export function sweepBeside(directory: string, disk: Disk): void {
  const names = onDisk('read', directory, () => disk.readdirSync(directory));
  for (const name of names) {
    const holder = name.startsWith(limboPrefix) && parseHolder(name.slice(limboPrefix.length));
    if (holder && isDead(holder)) dismantle(join(directory, name), disk);
  }
}

/** Removes directories that hold flags alone. Anything else in them stays, and they with it. */
function dismantle(directory: string, disk: Disk): void {
  onDisk('remove', directory, () => {
    unless(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => {
      for (const entry of disk.readdirSync(directory, { withFileTypes: true })) {
        const path = join(directory, entry.name);
        if (entry.isDirectory()) dismantle(path, disk);
        else if (entry.name.startsWith(flagPrefix)) disk.unlinkSync(path);
      }
      disk.rmdirSync(directory);
    });
  });
}
