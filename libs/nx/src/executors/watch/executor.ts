import type { ExecutorContext } from '../../devkit.js';
import { watch } from '@rowhouse/core';

import { removeLeftovers } from '../../output/leftovers.js';
import { describeError, printLostEdits, runTask, summarize } from '../../task/report.js';
import { describeTask, fromWorkspace } from '../../task/task.js';
import type { WatchExecutorSchema } from './schema.js';

/** Generates a project's code again on every change of its config, until it is told to end. */
export default async function watchExecutor(
  options: WatchExecutorSchema,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const success = await runTask(async () => {
    const { projectName, target } = context;
    const task = describeTask(options, context, { projectName: projectName!, target });
    const name = (file: string) => fromWorkspace(task, file);
    await watch({
      ...task.project,
      prune: options.prune ?? true,
      signal: ending.signal,
      onWait: console.log,
      onTrace: (message) => console.log(`trace: ${message}`),
      onResult: ({ outputRoot, plan }, changed) => {
        if (changed.length > 0) console.log(`changed: ${changed.map(name).join(', ')}`);
        console.log(`${name(outputRoot)}: ${summarize(plan)}`);
        printLostEdits(plan, console.log);
        removeLeftovers(context.root, name(outputRoot));
      },
      onError: (error, changed) => {
        if (changed.length > 0) console.log(`changed: ${changed.map(name).join(', ')}`);
        console.error(describeError(error));
      },
    });
  }, console.error);
  return { success };
}
