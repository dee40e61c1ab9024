import type { ExecutorContext } from '../../devkit.js';
import { clean } from '@rowhouse/core';

import { printLostEdits, runTask, summarize } from '../../task/report.js';
import { describeTask, fromWorkspace } from '../../task/task.js';
import type { CleanExecutorSchema } from './schema.js';

/** Deletes a project's generated code. Refuses the project's own folder, and any around it. */
export default async function cleanExecutor(
  options: CleanExecutorSchema,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  const success = await runTask(async () => {
    const { projectName, target } = context;
    const task = describeTask(options, context, { projectName: projectName!, target });
    const force = options.force ?? false;
    const { outputRoot, plan } = await clean({ ...task.project, force, onWait: console.log });
    console.log(`${fromWorkspace(task, outputRoot)}: ${summarize(plan) || 'nothing to delete'}`);
    printLostEdits(plan, console.log);
  }, console.error);
  return { success };
}
