import type { ExecutorContext, TaskGraph } from '../../devkit.js';

import { runBatch, type TaskOutcome } from '../run-batch.js';
import { generateProject, runContext } from './run.js';
import type { CodegenExecutorSchema } from './schema.js';

/** Generates many projects in one process. */
export default function codegenBatch(
  graph: TaskGraph,
  options: Readonly<Record<string, CodegenExecutorSchema>>,
  _overrides: CodegenExecutorSchema,
  context: ExecutorContext,
): AsyncGenerator<TaskOutcome, void> {
  return runBatch(graph, options, context, ({ task, names, print, ...one }) =>
    generateProject(task, one.options, runContext(context, names, print)),
  );
}
