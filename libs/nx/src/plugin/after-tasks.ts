import type { PostTasksExecution } from '@nx/devkit';

import { removeLeftovers } from '../output/leftovers.js';
import { outputFolderOf } from './output-globs.js';

const DONE = new Set(['success', 'local-cache', 'local-cache-kept-existing', 'remote-cache']);

/**
 * After a run: whatever was restored from a cache, no folder keeps what another config generated
 * into it before. Nx calls this after tasks that it answered from a cache, too.
 */
export const removeLeftoversOfTasks: PostTasksExecution = (_options, context) => {
  for (const { status, task } of Object.values(context.taskResults)) {
    const folder = DONE.has(status) ? outputFolderOf(task.outputs) : undefined;
    if (folder !== undefined) removeLeftovers(context.workspaceRoot, folder);
  }
};
