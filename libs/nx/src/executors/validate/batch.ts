import type { ExecutorContext, TaskGraph } from '../../devkit.js';

import { runBatch, type TaskOutcome } from '../run-batch.js';
import { validateProject } from './run.js';
import type { ValidateExecutorSchema } from './schema.js';

/** Checks many projects in one process. */
export default function validateBatch(
  graph: TaskGraph,
  options: Readonly<Record<string, ValidateExecutorSchema>>,
  _overrides: ValidateExecutorSchema,
  context: ExecutorContext,
): AsyncGenerator<TaskOutcome, void> {
  return runBatch(graph, options, context, ({ task, print, ...one }) =>
    validateProject(task, one.options, print),
  );
}
