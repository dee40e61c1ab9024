import { join } from 'node:path';

import type { Disk } from './disk.js';
import { syncDirectory, writeNew } from './durable.js';
import { onDisk, onDiskAsync, unless } from './error.js';
import { formatJournal, journalPath, staged, type Journal } from './journal.js';
import { stageName } from './names.js';
import type { Change, Plan } from './types.js';

/** How many files are made to last at a time: a disk takes many together in the time of a few. */
const atOnce = 64;

type Put = Extract<Change, { readonly after: string }>;

/** Writes the new files of a plan and then its journal, each safely on the disk, beside the output. */
export async function stage(plan: Plan, disk: Disk): Promise<Journal> {
  const directory = join(plan.root, stageName);
  onDisk('write', directory, () => disk.mkdirSync(directory));
  const changes = plan.changes.filter((change): change is Put => 'after' in change);
  const files = changes.map((change, index) => ({
    file: join(directory, staged.fresh(index)),
    text: change.after,
    mode: change.kind === 'update' ? change.mode : undefined,
    meant: join(plan.root, change.path),
  }));
  for (let start = 0; start < files.length; start += atOnce) {
    await writeDurably(files.slice(start, start + atOnce), disk);
  }
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
  const part = `${path}.part`;
  await writeDurably([{ file: part, text: formatJournal(journal), meant: path }], disk);
  onDisk('write', path, () => {
    disk.renameSync(part, path);
    syncDirectory(directory, disk);
    syncDirectory(plan.root, disk);
  });
  return journal;
}

/** A file to write. */
interface StagedFile {
  readonly file: string;
  readonly text: string;
  /** Permission bits. */
  readonly mode?: number | undefined;
  /** The path that the user knows it by. */
  readonly meant: string;
}

/** Writes files, and makes all of them last. */
async function writeDurably(files: readonly StagedFile[], disk: Disk): Promise<void> {
  const written: { readonly descriptor: number; readonly meant: string }[] = [];
  try {
    for (const { file, text, mode, meant } of files) {
      const descriptor = onDisk('write', meant, () => writeNew(file, text, disk, mode));
      written.push({ descriptor, meant });
    }
    // Nothing may be under way any more when a failure is told.
    const outcomes = await Promise.allSettled(
      written.map(({ descriptor, meant }) =>
        onDiskAsync('write', meant, () => disk.fsync(descriptor)),
      ),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  } finally {
    for (const { descriptor } of written) disk.closeSync(descriptor);
  }
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
