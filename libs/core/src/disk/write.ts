import { commitPlan } from './commit.js';
import { nodeDisk } from './disk.js';
import { DiskError } from './error.js';
import { checkFiles } from './generated.js';
import { recover, withOutputLock } from './lock.js';
import { hasChanges, planChanges } from './plan.js';
import { resolveRoot } from './root.js';
import type { GeneratedFiles, Plan, WriteOptions } from './types.js';

/**
 * Compares generated files with the output directory, by content. Writes nothing, unless a killed run
 * has to be finished or undone first.
 *
 * @param root the output directory; it may be missing.
 * @throws DiskError as {@link writeOutput} does, but for a disk that refuses to be written.
 */
export async function previewOutput(
  root: string,
  files: GeneratedFiles,
  options: WriteOptions,
): Promise<Plan> {
  await recover(root, options);
  const checked = checkFiles(files);
  const plan = () => planChanges(root, checked, options);
  const seen = planUnlocked(plan);
  if (seen) return seen;
  const real = resolveRoot(root, options.disk ?? nodeDisk);
  return (await withOutputLock(real, 'use', options, plan)) ?? plan();
}

/**
 * Makes the output directory hold the generated files: all of them, or on any error none. Files that
 * are up to date are not touched, and nothing is written when all are.
 *
 * @param root the output directory; it is made when it is missing.
 * @returns what was changed.
 * @throws DiskError for generated paths that are unsafe or collide, for whatever stands in a file's
 *   way (all of them at once), for a clean that is refused, and for a disk that refuses. The old files
 *   are whole then.
 */
export async function writeOutput(
  root: string,
  files: GeneratedFiles,
  options: WriteOptions,
): Promise<Plan> {
  const disk = options.disk ?? nodeDisk;
  await recover(root, options);
  const checked = checkFiles(files);
  const plan = () => planChanges(root, checked, options);
  const seen = planUnlocked(plan);
  if (seen && !hasChanges(seen)) return seen;
  const committed = await withOutputLock(resolveRoot(root, disk), 'create', options, async () => {
    // Another run may have written since; only what is seen under the lock counts.
    const current = plan();
    await commitPlan(current, disk);
    return current;
  });
  return committed!;
}

/**
 * A plan made while others may write.
 *
 * @returns undefined for a problem that may be another run's doing, half done: look under the lock.
 */
function planUnlocked(plan: () => Plan): Plan | undefined {
  try {
    return plan();
  } catch (error) {
    // No other run can cause a refusal of what is protected.
    if (!(error instanceof DiskError) || error.code === 'PROTECTED') throw error;
    return undefined;
  }
}
