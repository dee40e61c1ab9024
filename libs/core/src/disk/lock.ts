import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { settle } from './commit.js';
import { nodeDisk, type Disk } from './disk.js';
import { DiskError, onDisk, quietly } from './error.js';
import { flagName, raiseFlag, readFlags, removeFlag, type Flag } from './flags.js';
import { isVisible, newHolder, retire, type Holder } from './holder.js';
import { createRoot, missingPart, removeRoot, sweepBeside } from './limbo.js';
import { isTransient } from './names.js';
import { isThere, resolveRoot } from './root.js';
import type { LockOptions } from './types.js';

const defaultTimeoutMs = 60_000;

/** Milliseconds between two looks at a lock that is held, at least and at most. */
const pause = { least: 5, most: 50 };

/** What an action means to do to the output root itself. */
export type RootIntent = 'use' | 'create' | 'remove';

/**
 * Runs an action while no other run changes this output root. First of all, what a killed run left is
 * finished or undone.
 *
 * The lock is a flag: an empty file in the root, named for its holder. Whoever has raised a flag and
 * then sees no other one of a living process holds the lock. Two can never hold it, since the later of
 * two flags is raised, and looked from, while the earlier one stands. Whoever sees an older flag takes
 * its own down and waits. A flag of a dead process counts for nothing, so nobody has to take a lock
 * over, and it is removed by name, so nobody can remove another's.
 *
 * @param root the output root, links resolved.
 * @param intent `create` makes a missing root; `remove` takes an empty one away in the end. A root
 *   that was created and is empty in the end goes again.
 * @returns what the action returns; undefined without running it when the root is missing and is not
 *   to be created.
 * @throws DiskError, `LOCKED`, when another run holds the lock for too long.
 */
export async function withOutputLock<T>(
  root: string,
  intent: RootIntent,
  options: LockOptions,
  action: () => T | Promise<T>,
): Promise<T | undefined> {
  const disk = options.disk ?? nodeDisk;
  const holder = await acquire(root, intent, options, disk);
  if (!holder) return undefined;
  let { directories } = holder;
  try {
    quietly(() => sweepBeside(dirname(root), disk));
    // A root that holds no more than what a failed run could not clear away is of that run's making.
    if (settle(root, disk)) directories = Math.max(directories, 1);
    return await action();
  } finally {
    release(root, holder, directories, disk);
  }
}

/**
 * Finishes or undoes what a killed run left in an output directory. Every command that looks at the
 * output calls this first; it writes nothing when nothing was left.
 *
 * @throws DiskError when that cannot be done.
 */
export async function recover(root: string, options: LockOptions = {}): Promise<void> {
  const disk = options.disk ?? nodeDisk;
  const real = resolveRoot(root, disk);
  if (!isThere(real, disk)) {
    const { base } = missingPart(real, disk);
    return quietly(() => sweepBeside(base, disk));
  }
  const names = onDisk('read', real, () => disk.readdirSync(real));
  if (!names.some(isTransient)) return;
  await withOutputLock(real, 'use', options, () => undefined);
}

async function acquire(
  root: string,
  intent: RootIntent,
  options: LockOptions,
  disk: Disk,
): Promise<Holder | undefined> {
  const deadline = performance.now() + (options.timeoutMs ?? defaultTimeoutMs);
  let told = false;
  let holder = newHolder(intent === 'remove' ? 1 : 0);
  try {
    for (;;) {
      if (!isThere(root, disk)) {
        const { base, names } = missingPart(root, disk);
        quietly(() => sweepBeside(base, disk));
        if (intent !== 'create') return undefined;
        // A root that appears with this flag in it has never been anybody else's.
        holder = { ...holder, directories: names.length };
        if (createRoot(root, holder, disk)) return holder;
        holder = { ...holder, directories: 0 };
      }
      const blocker = tryHold(root, holder, disk);
      if (blocker === 'none') return holder;
      if (performance.now() > deadline) throw locked(root, blocker);
      if (blocker !== 'again') {
        const who = describe(blocker.holder);
        if (!told) options.onWait?.(`waiting for ${who}, which is writing to ${root}`);
        told = true;
      }
      await sleep(pause.least + Math.random() * (pause.most - pause.least));
    }
  } catch (error) {
    lower(root, holder, disk);
    throw error;
  }
}

/** @returns whose flag is in the way, or `again` when the root went or came meanwhile. */
function tryHold(root: string, holder: Holder, disk: Disk): Flag | 'none' | 'again' {
  const own = flagName(holder);
  const before = readFlags(root, disk);
  if (!before) return 'again';
  if (!before.some(({ name }) => name === own)) {
    const older = firstLiving(before, (name) => name < own);
    if (older) return older;
    if (!raiseFlag(root, holder, disk)) return 'again';
  }
  const flags = readFlags(root, disk);
  if (!flags?.some(({ name }) => name === own)) return 'again';
  const older = firstLiving(flags, (name) => name < own);
  if (older) removeFlag(root, own, disk);
  return older ?? firstLiving(flags, (name) => name !== own) ?? 'none';
}

function firstLiving(flags: readonly Flag[], which: (name: string) => boolean): Flag | undefined {
  return flags.find(({ name, dead }) => !dead && which(name));
}

/**
 * Gives the lock back, and takes down the flags of the dead: not before, since they know how much of
 * the root's path a killed run had made. Errors are none of the action's; a flag that stays is void as
 * soon as this process ends.
 */
function release(root: string, holder: Holder, directories: number, disk: Disk): void {
  const own = flagName(holder);
  let flags: readonly Flag[] = [];
  quietly(() => {
    flags = readFlags(root, disk)?.filter(({ name, dead }) => dead || name === own) ?? [];
  });
  const most = Math.max(directories, ...flags.map((flag) => flag.holder?.directories ?? 0));
  quietly(() => {
    if (most > 0) removeRoot(root, most, holder, disk);
  });
  for (const { name } of flags) if (name !== own) quietly(() => removeFlag(root, name, disk));
  lower(root, holder, disk);
}

function lower(root: string, holder: Holder, disk: Disk): void {
  quietly(() => removeFlag(root, flagName(holder), disk));
  retire(holder);
}

function locked(root: string, blocker: Flag | 'again'): DiskError {
  const why =
    blocker === 'again'
      ? 'others keep making and removing it; run the command again'
      : `${describe(blocker.holder)} has been writing to it for too long; ` +
        `if that process is gone, delete ${join(root, blocker.name)}`;
  return new DiskError('LOCKED', root, `cannot write into ${root}: ${why}`);
}

function describe(holder: Holder | undefined): string {
  if (!holder) return 'another run';
  return isVisible(holder) ? `process ${holder.pid}` : `process ${holder.pid} on ${holder.host}`;
}
