import { posix } from 'node:path';

import type { Tree } from '../../devkit.js';

import { describeError } from '../../task/report.js';
import { IgnoreRules } from '../../workspace/ignore-rules.js';
import { codegenTasks } from './codegen-tasks.js';
import { generateIntoTree } from './generate-into-tree.js';

/** What Nx shows when the workspace is out of sync. */
export interface SyncResult {
  readonly outOfSyncMessage?: string;
  readonly outOfSyncDetails?: string[];
}

/**
 * Generates every project that commits its generated code (that is, does not ignore it), for
 * `nx sync` and `nx sync:check`.
 *
 * @throws Error that names each project whose config has problems.
 */
export async function syncGenerator(tree: Tree): Promise<SyncResult> {
  const ignored = new IgnoreRules(tree.root);
  const changed: string[] = [];
  const failures: string[] = [];
  for (const { projectName, task } of await codegenTasks(tree)) {
    if (task.output !== undefined && ignored.isIgnored(posix.join(task.output, 'any.py'))) continue;
    try {
      const paths = await generateIntoTree(tree, task);
      if (paths.length > 0) changed.push(`${projectName}: ${paths.length} files`);
    } catch (error) {
      failures.push(`${projectName}: ${describeError(error)}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
  if (changed.length === 0) return {};
  return {
    outOfSyncMessage: 'Committed generated code is out of date.',
    outOfSyncDetails: changed,
  };
}

export default syncGenerator;
