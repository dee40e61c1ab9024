import type { PostTasksExecution, TaskResult } from '../devkit.js';

import { removeLeftovers } from '../output/leftovers.js';
import { outputFolderOf } from './output-globs.js';

const DONE = new Set(['success', 'local-cache', 'local-cache-kept-existing', 'remote-cache']);

/**
 * After a run: whatever was restored from a cache, no folder keeps what another config generated
 * into it before. Nx calls this after tasks that it answered from a cache, too. Of several tasks, it does not show what
 * those print that succeed: their warnings are shown here.
 */
export const afterTasks: PostTasksExecution = (_options, context) => {
  const results = Object.values(context.taskResults);
  for (const { status, task, terminalOutput } of results) {
    const folder = DONE.has(status) ? outputFolderOf(task.outputs) : undefined;
    if (folder === undefined) continue;
    removeLeftovers(context.workspaceRoot, folder);
    if (results.length > 1) warnOf({ task, terminalOutput });
  }
};

function warnOf({ task, terminalOutput = '' }: Pick<TaskResult, 'task' | 'terminalOutput'>): void {
  for (const line of terminalOutput.split('\n')) {
    if (line.startsWith('warning: ')) console.warn(`${task.id}: ${line}`);
  }
}
