import { posix, relative, sep } from 'node:path';

import type { Tree } from '../../devkit.js';
import { generate } from '@rowhouse/core';

import type { Task } from '../../task/task.js';

/**
 * Generates a project into a tree, which then writes or compares it.
 *
 * @returns the paths that differ, relative to the workspace root.
 * @throws ConfigError, GenerationError, CommandError.
 */
export async function generateIntoTree(tree: Tree, task: Task): Promise<readonly string[]> {
  const { outputRoot, plan } = await generate({ ...task.project, dryRun: true, prune: true });
  const output = relative(task.workspaceRoot, outputRoot).split(sep).join('/');
  return plan.changes.flatMap((change) => {
    if (change.kind === 'unchanged') return [];
    const path = posix.join(output, change.path);
    if (change.kind === 'delete') tree.delete(path);
    else tree.write(path, change.after);
    return [path];
  });
}
