import { applyPlan, recoverStage } from './apply/apply.js';
import { recover } from './commit.js';
import { nodeFileSystem } from './file-system.js';
import { acquireLock } from './lock/lock.js';
import { resolveRoot } from './paths/root.js';
import { planRelease } from './plan/plan.js';
import type { Options, Plan } from './types.js';

/**
 * Leaves what commits have written into a directory to the user: takes the manifest away, and changes
 * each file that it lists. All of it, or on any error nothing.
 *
 * @param textOf the new text of a file; the same for one that stays as it is.
 * @returns what was changed.
 * @throws DiskError when nothing was committed to the directory, or the disk refuses.
 */
export async function release(
  root: string,
  textOf: (text: string) => string,
  options: Options = {},
): Promise<Plan> {
  const { fs = nodeFileSystem } = options;
  await recover(root, options);
  const real = resolveRoot(root, fs);
  const lock = await acquireLock(real, options);
  try {
    recoverStage(real, fs);
    const plan = planRelease(real, textOf, fs);
    await applyPlan(plan, fs);
    return plan;
  } finally {
    lock?.release();
  }
}

/** What {@link release} would change. Changes nothing itself. */
export async function previewRelease(
  root: string,
  textOf: (text: string) => string,
  options: Options = {},
): Promise<Plan> {
  const { fs = nodeFileSystem } = options;
  await recover(root, options);
  return planRelease(resolveRoot(root, fs), textOf, fs);
}
