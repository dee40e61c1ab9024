import type { ExecutorContext } from '../../devkit.js';

import { runTask } from '../../task/report.js';
import { describeTask } from '../../task/task.js';
import { validateProject } from './run.js';
import type { ValidateExecutorSchema } from './schema.js';

/** Checks a project's config, and its generated code where that is committed. */
export default async function validateExecutor(
  options: ValidateExecutorSchema,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  const success = await runTask(async () => {
    const { projectName, target } = context;
    const task = describeTask(options, context, { projectName: projectName!, target });
    await validateProject(task, options, console.log);
  }, console.error);
  return { success };
}
