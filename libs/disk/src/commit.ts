import { dirname } from 'node:path';

import { applyPlan, recoverStage } from './apply/apply.js';
import { createRoot, removeAbandoned } from './apply/whole-root.js';
import { bestEffort, DiskError } from './errors.js';
import { entriesOf, exists, nodeFileSystem } from './file-system.js';
import { acquireLock } from './lock/lock.js';
import { isTransient } from './names.js';
import { missingPart, resolveRoot } from './paths/root.js';
import { planCommit } from './plan/plan.js';
import { refuseShared } from './plan/protection.js';
import { checkTree, type FileTree } from './plan/tree.js';
import { hasChanges, type CommitOptions, type Files, type Options, type Plan } from './types.js';

/**
 * Makes a directory hold these files: all of them, or on any error none. Files that are up to date are
 * not touched, and nothing is written when all are.
 *
 * @param root the output directory; it is made when it is missing.
 * @returns what was changed.
 * @throws DiskError for paths that are unsafe or collide, for whatever stands in a file's way (all of
 *   them at once), for a clean that is refused, and for a disk that refuses. The old files are whole
 *   then.
 */
export async function commit(
  root: string,
  files: Files,
  options: CommitOptions = {},
): Promise<Plan> {
  const { fs = nodeFileSystem } = options;
  const tree = await open(root, files, options);
  for (;;) {
    const seen = planUnlocked(root, tree, options);
    if (seen && !hasChanges(seen)) return seen;
    const real = resolveRoot(root, fs);
    if (seen && !exists(real, fs)) {
      if (await createRoot(seen, fs)) return seen;
      continue;
    }
    const lock = await acquireLock(real, options);
    if (!lock) continue;
    try {
      recoverStage(real, fs);
      // Another run may have written since; only what is seen under the lock counts.
      const plan = planCommit(root, tree, options);
      await applyPlan(plan, fs);
      return plan;
    } finally {
      lock.release();
    }
  }
}

/**
 * Says what {@link commit} would change. Writes nothing, unless a killed run has to be finished or
 * undone first.
 *
 * @throws DiskError as {@link commit} does, but for a disk that refuses to be written.
 */
export async function preview(
  root: string,
  files: Files,
  options: CommitOptions = {},
): Promise<Plan> {
  const { fs = nodeFileSystem } = options;
  const tree = await open(root, files, options);
  for (;;) {
    const seen = planUnlocked(root, tree, options);
    if (seen) return seen;
    const lock = await acquireLock(resolveRoot(root, fs), options);
    if (!lock) continue;
    try {
      return planCommit(root, tree, options);
    } finally {
      lock.release();
    }
  }
}

/**
 * Finishes or undoes what a killed run left in and beside a directory. Every other function does so
 * first; it writes nothing when nothing was left.
 *
 * @throws DiskError when that cannot be done.
 */
export async function recover(root: string, options: Options = {}): Promise<void> {
  const { fs = nodeFileSystem } = options;
  const real = resolveRoot(root, fs);
  bestEffort(() => removeAbandoned(missingPart(dirname(real), fs).base, fs));
  if (!entriesOf(real, fs)?.some(({ name }) => isTransient(name))) return;
  const lock = await acquireLock(real, options);
  try {
    if (lock) recoverStage(real, fs);
  } finally {
    lock?.release();
  }
}

async function open(root: string, files: Files, options: CommitOptions): Promise<FileTree> {
  refuseShared(root, options, options.fs ?? nodeFileSystem);
  await recover(root, options);
  return checkTree(files);
}

/**
 * A plan made while others may write.
 *
 * @returns undefined for a problem that may be another run's doing, half done: look under the lock.
 */
function planUnlocked(root: string, tree: FileTree, options: CommitOptions): Plan | undefined {
  try {
    return planCommit(root, tree, options);
  } catch (error) {
    // No other run can cause a refusal of what is protected.
    if (!(error instanceof DiskError) || error.code === 'PROTECTED') throw error;
    return undefined;
  }
}
