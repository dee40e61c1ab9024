import type { ExecutorContext } from '@nx/devkit';

import { runTask } from '../../task/report.js';
import { describeTask } from '../../task/task.js';
import { generateProject } from './run.js';
import type { CodegenExecutorSchema } from './schema.js';

/** Generates a project's code from its config. */
export default async function codegenExecutor(
  options: CodegenExecutorSchema,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  const success = await runTask(async () => {
    const { projectName, target } = context;
    const task = describeTask(options, context, { projectName: projectName!, target });
    await generateProject(task, options, console.log);
  }, console.error);
  return { success };
}
