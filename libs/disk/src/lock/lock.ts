import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { attempt, bestEffort, DiskError, ignoring } from '../errors.js';
import { entriesOf, exists, nodeFileSystem, type FileSystem } from '../file-system.js';
import { lockPrefix } from '../names.js';
import type { Options } from '../types.js';
import {
  describeOwner,
  formatOwner,
  isDead,
  newOwner,
  parseOwner,
  retire,
  type Owner,
} from './owner.js';

const defaultTimeoutMs = 60_000;

/** Milliseconds between two looks at a lock that is held, at least and at most. */
const pause = { least: 5, most: 50 };

/** A lock that is held. */
export interface Lock {
  release(): void;
}

/**
 * Waits until no other run changes this output root, and keeps others out from then on.
 *
 * A lock is an empty file in the root, named for its owner. Whoever has made its file and then sees no
 * other one of a living process holds the lock. Two can never hold it, since the later of two files is
 * made, and the directory read after it, while the earlier one stands. Whoever sees an older file removes
 * its own and waits. A file of a dead process counts for nothing, so nobody has to take a lock over; and
 * it is removed by name, so nobody can remove another's.
 *
 * @param root the output root, links resolved.
 * @returns undefined when the root is not there, or has gone while we waited.
 * @throws DiskError, `LOCKED`, when another run holds the lock for too long.
 */
export async function acquireLock(root: string, options: Options): Promise<Lock | undefined> {
  const { fs = nodeFileSystem, timeoutMs = defaultTimeoutMs } = options;
  const deadline = performance.now() + timeoutMs;
  const owner = newOwner();
  let told = false;
  try {
    for (;;) {
      const blocker = tryLock(root, owner, fs);
      if (blocker === 'none') return { release: () => release(root, owner, fs) };
      if (!exists(root, fs)) {
        retire(owner);
        return undefined;
      }
      if (performance.now() > deadline) throw timedOut(root, blocker);
      if (blocker !== 'lost' && !told) {
        options.onWait?.(
          `waiting for ${describeOwner(blocker.owner)}, which is writing to ${root}`,
        );
        told = true;
      }
      await sleep(pause.least + Math.random() * (pause.most - pause.least));
    }
  } catch (error) {
    release(root, owner, fs);
    throw error;
  }
}

/** @returns whose file is in the way, or `lost` when our own has gone with the root. */
function tryLock(root: string, owner: Owner, fs: FileSystem): LockFile | 'none' | 'lost' {
  const own = lockName(owner);
  const before = readLocks(root, fs) ?? [];
  if (!before.some(({ name }) => name === own)) {
    const older = firstLiving(before, (name) => name < own);
    if (older) return older;
    createLock(root, owner, fs);
  }
  const files = readLocks(root, fs) ?? [];
  if (!files.some(({ name }) => name === own)) return 'lost';
  const older = firstLiving(files, (name) => name < own);
  if (older) removeLock(root, own, fs);
  return older ?? firstLiving(files, (name) => name !== own) ?? 'none';
}

function firstLiving(
  files: readonly LockFile[],
  which: (name: string) => boolean,
): LockFile | undefined {
  return files.find(({ name, dead }) => !dead && which(name));
}

/** Removes our lock file and those of the dead. One that stays is void as soon as this process ends. */
function release(root: string, owner: Owner, fs: FileSystem): void {
  retire(owner);
  bestEffort(() => {
    for (const { name, dead } of readLocks(root, fs) ?? []) {
      if (dead) bestEffort(() => removeLock(root, name, fs));
    }
  });
}

function timedOut(root: string, blocker: LockFile | 'lost'): DiskError {
  const message = `cannot write into ${root}: `;
  const [why, fix] =
    blocker === 'lost'
      ? ['others keep making and removing it', 'run the command again']
      : [
          `${describeOwner(blocker.owner)} has been writing to it for too long`,
          `if that process is gone, delete ${join(root, blocker.name)}`,
        ];
  return new DiskError([{ code: 'LOCKED', path: root, message: message + why, fix }]);
}

/** A lock file found in an output root. */
interface LockFile {
  readonly name: string;
  /** Undefined when another version made it. */
  readonly owner: Owner | undefined;
  readonly dead: boolean;
}

export function lockName(owner: Owner): string {
  return lockPrefix + formatOwner(owner);
}

/**
 * The lock files in a root, who asked first coming first.
 *
 * @returns undefined when the root is not there.
 */
function readLocks(root: string, fs: FileSystem): LockFile[] | undefined {
  return entriesOf(root, fs)
    ?.map(({ name }) => name)
    .filter((name) => name.startsWith(lockPrefix))
    .sort()
    .map((name) => {
      const owner = parseOwner(name.slice(lockPrefix.length));
      return { name, owner, dead: owner !== undefined && isDead(owner) };
    });
}

/** Makes an owner's lock file, unless the root is not there. */
function createLock(root: string, owner: Owner, fs: FileSystem): void {
  attempt('write', root, () => {
    ignoring(['ENOENT', 'ENOTDIR'], () => {
      fs.closeSync(fs.openSync(join(root, lockName(owner)), 'wx', 0o666));
    });
  });
}

function removeLock(root: string, name: string, fs: FileSystem): void {
  const path = join(root, name);
  attempt('remove', path, () => ignoring(['ENOENT', 'ENOTDIR'], () => fs.unlinkSync(path)));
}
