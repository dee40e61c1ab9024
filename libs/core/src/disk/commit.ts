import { join } from 'node:path';

import type { Disk } from './disk.js';
import { DiskError, onDisk, quietly } from './error.js';
import { journalPath, readJournal, type Journal } from './journal.js';
import { stageName } from './names.js';
import { hasChanges } from './plan.js';
import { isThere } from './root.js';
import { removeStage, stage } from './stage.js';
import { Transaction } from './transaction.js';
import type { Plan } from './types.js';

/**
 * Makes the output directory what a plan says, or leaves it as it is. The root must exist and its
 * lock be held; see {@link withOutputLock}.
 *
 * @throws DiskError when the disk refuses; the old files are whole then.
 */
export async function commitPlan(plan: Plan, disk: Disk): Promise<void> {
  if (!hasChanges(plan)) return;
  let journal: Journal;
  try {
    journal = await stage(plan, disk);
  } catch (error) {
    quietly(() => removeStage(plan.root, disk));
    throw withOutcome(error, plan.root, disk);
  }
  carryOut(plan.root, journal, disk);
}

/**
 * Finishes the commit of a run that was killed, or clears away what it had prepared. The lock must be
 * held.
 *
 * @returns whether there was anything.
 */
export function settle(root: string, disk: Disk): boolean {
  const path = join(root, stageName);
  const entry = onDisk('read', path, () => disk.lstatSync(path, { throwIfNoEntry: false }));
  if (!entry) return false;
  if (!entry.isDirectory()) {
    const message = `cannot write into ${root}: ${path} stands in the way; remove it`;
    throw new DiskError('OBSTACLE', path, message);
  }
  const journal = readJournal(root, disk);
  try {
    if (journal) carryOut(root, journal, disk);
    else removeStage(root, disk);
  } catch (error) {
    // What cannot be finished but could be undone is over, too.
    if (isThere(path, disk)) throw error;
  }
  return true;
}

/** The change holds from the moment that the journal is gone. */
function carryOut(root: string, journal: Journal, disk: Disk): void {
  const transaction = new Transaction(root, journal, disk);
  try {
    transaction.redo();
    const path = journalPath(root);
    onDisk('remove', path, () => disk.unlinkSync(path));
  } catch (error) {
    quietly(() => {
      transaction.undo();
      removeStage(root, disk);
    });
    throw withOutcome(error, root, disk);
  }
  quietly(() => removeStage(root, disk));
}

/** Adds to an error what became of the old files. With a journal there, the last word is not spoken. */
function withOutcome(error: unknown, root: string, disk: Disk): unknown {
  if (!(error instanceof DiskError)) return error;
  const outcome = isThere(journalPath(root), disk)
    ? 'the next run finishes or undoes the change'
    : 'nothing was changed';
  const messages = error.issues.map(({ message }) => `${message} (${outcome})`);
  return new DiskError(error.code, error.path, messages, { cause: error.cause });
}
