import { generate, type GenerateResult } from '@rowhouse/core';

import { checkOutputFolder, checkOutputs } from '../../task/output-check.js';
import { summarize, type Print } from '../../task/report.js';
import { fromWorkspace, type Task } from '../../task/task.js';
import type { CodegenExecutorSchema } from './schema.js';

/**
 * Generates one project. A cached task's output depends on its inputs alone, so what an earlier
 * config left in the folder goes.
 *
 * @throws ConfigError, GenerationError, CommandError.
 */
export async function generateProject(
  task: Task,
  { clean, prune }: CodegenExecutorSchema,
  print: Print,
): Promise<GenerateResult> {
  const strays = task.isCached ? checkOutputFolder(task) : undefined;
  const result = await generate({
    ...task.project,
    clean: clean === true || (strays !== undefined && strays.stale.length > 0),
    prune: prune ?? true,
    onWait: print,
    onTrace: (message) => print(`trace: ${message}`),
  });
  if (task.isCached) checkOutputs(task, result);
  print(`${fromWorkspace(task, result.outputRoot)}: ${summarize(result.plan)}`);
  for (const path of result.plan.orphans) print(`left over from an earlier run: ${path}`);
  if (task.uncached !== undefined) print(`not cached: ${task.uncached}`);
  return result;
}
