import { join } from 'node:path';

import { commitPlan } from './commit.js';
import { nodeDisk, type Disk } from './disk.js';
import { recover, withOutputLock } from './lock.js';
import { manifestName } from './names.js';
import { refuseForeign, refuseProtected } from './protection.js';
import { isThere, resolveRoot } from './root.js';
import { findAllBut } from './survey.js';
import type { CleanOptions, Plan } from './types.js';

/**
 * What {@link cleanOutput} would remove. Removes nothing itself.
 *
 * @throws DiskError when the directory must not be deleted.
 */
export async function previewClean(options: CleanOptions): Promise<Plan> {
  await recover(options.root, options);
  return planClean(options, options.disk ?? nodeDisk);
}

/**
 * Deletes the output directory with all that is in it: everything, or on any error nothing. A mount
 * point is emptied and stays. A missing directory is no error.
 *
 * @returns what was removed.
 * @throws DiskError when the directory must not be deleted, or cannot be.
 */
export async function cleanOutput(options: CleanOptions): Promise<Plan> {
  const disk = options.disk ?? nodeDisk;
  refuseProtected(options.root, options, disk);
  await recover(options.root, options);
  const committed = await withOutputLock(
    resolveRoot(options.root, disk),
    'remove',
    options,
    async () => {
      const plan = planClean(options, disk);
      await commitPlan(plan, disk);
      return plan;
    },
  );
  return committed ?? planClean(options, disk);
}

function planClean(options: CleanOptions, disk: Disk): Plan {
  refuseProtected(options.root, options, disk);
  refuseForeign(options.root, options, disk);
  const root = resolveRoot(options.root, disk);
  const removals = isThere(root, disk)
    ? findEverything(root, disk)
    : { files: [], directories: [] };
  return {
    root,
    changes: removals.files.map((path) => ({ kind: 'delete', path })),
    orphans: [],
    newDirectories: [],
    oldDirectories: removals.directories,
  };
}

function findEverything(root: string, disk: Disk) {
  const nothing = new Set<string>();
  const found = findAllBut(root, { files: nothing, directories: nothing }, disk);
  const manifest = isThere(join(root, manifestName), disk) ? [manifestName] : [];
  return { files: [...found.files, ...manifest].sort(), directories: found.directories };
}
