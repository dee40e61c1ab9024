import { join } from 'node:path';

import type { Disk } from './disk.js';
import { syncDirectory, writeDurably } from './durable.js';
import { onDisk, onDiskAsync, unless } from './error.js';
import { formatJournal, journalPath, staged, type Journal } from './journal.js';
import { stageName } from './names.js';
import type { Change, Plan } from './types.js';

/**
 * How many files are made to last at a time: as many as Node has threads for it. A file system takes
 * several together in the time of one.
 */
const atOnce = 4;

type Put = Extract<Change, { readonly after: string }>;

/** Writes the new files of a plan and then its journal, each safely on the disk, beside the output. */
export async function stage(plan: Plan, disk: Disk): Promise<Journal> {
  const directory = join(plan.root, stageName);
  onDisk('write', directory, () => disk.mkdirSync(directory));
  const changes = plan.changes.filter((change): change is Put => 'after' in change);
  const queue = inTurn(changes);
  const work = async (): Promise<void> => {
    // A failure closes the queue, so that the others stop as well.
    for (const [index, change] of queue) {
      const mode = change.kind === 'update' ? change.mode : undefined;
      const file = join(directory, staged.fresh(index));
      await onDiskAsync('write', join(plan.root, change.path), () =>
        writeDurably(file, change.after, disk, mode),
      );
    }
  };
  // Nothing may be under way any more when a failure is told.
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  const journal: Journal = {
    deletes: plan.changes.flatMap(({ kind, path }) => (kind === 'delete' ? [path] : [])),
    oldDirectories: plan.oldDirectories.map((path) => ({
      path,
      mode: onDisk('read', path, () => disk.lstatSync(join(plan.root, path))).mode & 0o7777,
    })),
    newDirectories: plan.newDirectories,
    puts: changes.map(({ path, kind }) => ({ path, replaces: kind === 'update' })),
  };
  const path = journalPath(plan.root);
  await onDiskAsync('write', path, async () => {
    await writeDurably(`${path}.part`, formatJournal(journal), disk);
    disk.renameSync(`${path}.part`, path);
    syncDirectory(directory, disk);
    syncDirectory(plan.root, disk);
  });
  return journal;
}

function* inTurn<T>(items: readonly T[]): Generator<readonly [index: number, item: T]> {
  yield* items.entries();
}

/** Removes the stage with all it holds. The journal goes first: without it, the rest means nothing. */
export function removeStage(root: string, disk: Disk): void {
  const directory = join(root, stageName);
  onDisk('remove', directory, () => {
    unless(['ENOENT'], () => disk.unlinkSync(journalPath(root)));
    syncDirectory(directory, disk);
    for (const name of disk.readdirSync(directory)) {
      unless(['ENOENT'], () => disk.unlinkSync(join(directory, name)));
    }
    unless(['ENOENT'], () => disk.rmdirSync(directory));
  });
}
