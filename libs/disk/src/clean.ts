import { applyPlan, recoverStage } from './apply/apply.js';
import { removeRoot } from './apply/whole-root.js';
import { recover } from './commit.js';
import { attempt, bestEffort, DiskError, ignoring } from './errors.js';
import { exists, nodeFileSystem, type FileSystem } from './file-system.js';
import { acquireLock, type Lock } from './lock/lock.js';
import { resolveRoot } from './paths/root.js';
import { planClean } from './plan/plan.js';
import { refuseForeign, refuseProtected } from './plan/protection.js';
import type { CleanOptions, Plan } from './types.js';

/**
 * What {@link clean} would remove. Removes nothing itself.
 *
 * @throws DiskError when the directory must not be deleted.
 */
export async function previewClean(root: string, options: CleanOptions = {}): Promise<Plan> {
  await recover(root, options);
  return planRemoval(root, options);
}

/**
 * Deletes a directory with all that is in it: everything, or on any error nothing. A mount point is
 * emptied and stays. A missing directory is no error.
 *
 * @returns what was removed.
 * @throws DiskError when the directory must not be deleted, or cannot be.
 */
export async function clean(root: string, options: CleanOptions = {}): Promise<Plan> {
  const { fs = nodeFileSystem } = options;
  refuseProtected(root, options, fs);
  await recover(root, options);
  for (;;) {
    const seen = planRemoval(root, options);
    if (!exists(seen.root, fs)) return seen;
    const lock = await acquireLockOnFullDisk(seen.root, options);
    if (!lock) continue;
    try {
      recoverStage(seen.root, fs);
      const plan = planRemoval(root, options);
      if (removeRoot(plan.root, fs)) return plan;
      await applyPlan(plan, fs);
      lock.release();
      bestEffort(() => removeEmpty(plan.root, fs));
      return plan;
    } finally {
      lock.release();
    }
  }
}

function planRemoval(root: string, options: CleanOptions): Plan {
  const { fs = nodeFileSystem } = options;
  refuseProtected(root, options, fs);
  refuseForeign(root, options, fs);
  return planClean(resolveRoot(root, fs), fs);
}

/** Where no space is left for a lock file, and nobody holds the lock, nobody else can get it either. */
async function acquireLockOnFullDisk(
  root: string,
  options: CleanOptions,
): Promise<Lock | undefined> {
  try {
    return await acquireLock(root, options);
  } catch (error) {
    if (!(error instanceof DiskError) || !['ENOSPC', 'EDQUOT'].includes(error.code)) throw error;
    return { release: () => undefined };
  }
}

function removeEmpty(root: string, fs: FileSystem): void {
  attempt('remove', root, () => {
    ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EBUSY'], () => fs.rmdirSync(root));
  });
}
