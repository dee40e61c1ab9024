import type { GenerateResult } from '@rowhouse/core';

import { checkInputs } from './input-check.js';
import { checkOutputs } from './output-check.js';
import type { Task } from './task.js';

/**
 * Checks after a task has run that Nx may answer from its cache the next time: all that it wrote is an output, and all
 * that it read is in its hash.
 *
 * @throws CommandError that names the files.
 */
export async function checkCachedRun(task: Task, result: GenerateResult): Promise<void> {
  if (!task.isCached) return;
  checkOutputs(task, result);
  await checkInputs(task, result.files);
}
