import type { ExecutorContext } from '../../devkit.js';

import { runTask } from '../../task/report.js';
import { describeTask } from '../../task/task.js';
import { generateProject, runContext } from './run.js';
import type { CodegenExecutorSchema } from './schema.js';

/** Generates a project's code from its config. */
export default async function codegenExecutor(
  options: CodegenExecutorSchema,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  const success = await runTask(async () => {
    const { projectName, targetName, target } = context;
    const task = describeTask(options, context, { projectName: projectName!, target });
    const names = { projectName: projectName!, targetName: targetName! };
    await generateProject(task, options, runContext(context, names, console.log));
  }, console.error);
  return { success };
}
