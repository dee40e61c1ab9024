import { join } from 'node:path';

import { attempt, bestEffort, DiskError } from '../errors.js';
import { entryAt, exists, type FileSystem } from '../file-system.js';
import { journalPath, readJournal } from '../journal/journal.js';
import { stageName } from '../names.js';
import { removeStage, stage } from '../stage/stage.js';
import { hasChanges, type Plan } from '../types.js';
import { Transaction } from './transaction.js';

/**
 * Makes an existing output directory what a plan says, or leaves it as it is. Its lock must be held.
 *
 * @throws DiskError when the disk refuses; the old files are whole then.
 */
export async function applyPlan(plan: Plan, fs: FileSystem): Promise<void> {
  if (!hasChanges(plan)) return;
  const { root } = plan;
  const journalFile = journalPath(root);
  try {
    const journal = await stage(plan, fs);
    new Transaction(root, journal, fs).carryOut();
    // The change holds from the moment that the journal is gone.
    attempt('remove', journalFile, () => fs.unlinkSync(journalFile));
  } catch (error) {
    bestEffort(() => rollBack(root, fs));
    if (!(error instanceof DiskError)) throw error;
    const isOpen = exists(journalFile, fs);
    throw error.withOutcome(isOpen ? 'the next run undoes the change' : 'nothing was changed');
  }
  bestEffort(() => removeStage(root, fs));
}

/** Undoes the commit of a run that was killed, or removes what it left. The lock must be held. */
export function recoverStage(root: string, fs: FileSystem): void {
  const path = join(root, stageName);
  const entry = entryAt(path, fs);
  if (!entry) return;
  if (!entry.isDirectory()) {
    const message = `cannot write into ${root}: ${path} is in the way`;
    throw new DiskError([{ code: 'OBSTACLE', path, message, fix: 'remove it' }]);
  }
  rollBack(root, fs);
}

function rollBack(root: string, fs: FileSystem): void {
  const journal = readJournal(root, fs);
  if (journal) new Transaction(root, journal, fs).rollBack();
  removeStage(root, fs);
}
