import type { ExecutorContext, Task as NxTask, TaskGraph } from '../devkit.js';

import { runTask, type Print } from '../task/report.js';
import { describeTask, type Task, type TaskOptions } from '../task/task.js';

/** What Nx is told about one task of a batch. */
export interface TaskOutcome {
  readonly task: string;
  readonly result: {
    readonly success: boolean;
    readonly status?: 'skipped';
    readonly terminalOutput: string;
    /** Milliseconds since the epoch. */
    readonly startTime?: number;
    readonly endTime?: number;
  };
}

/** One task of a batch: what it is about, how it was called, and where its words go. */
export interface BatchedTask<Options> {
  readonly task: Task;
  readonly options: Options;
  readonly names: { readonly projectName: string; readonly targetName: string };
  readonly print: Print;
}

/**
 * Runs many tasks of one executor in one process. Each is cached, and fails, for itself; what depends
 * on a failed one is skipped.
 */
export async function* runBatch<Options extends TaskOptions>(
  graph: TaskGraph,
  options: Readonly<Record<string, Options>>,
  context: ExecutorContext,
  runOne: (batched: BatchedTask<Options>) => Promise<unknown>,
): AsyncGenerator<TaskOutcome, void> {
  const failed = new Set<string>();
  for (const id of inOrder(graph)) {
    const cause = graph.dependencies[id]!.find((dependency) => failed.has(dependency));
    const startTime = Date.now();
    if (cause !== undefined) {
      failed.add(id);
      const terminalOutput = `skipped: ${cause} failed\n`;
      yield { task: id, result: { success: false, status: 'skipped', terminalOutput } };
      continue;
    }
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const run = async () => {
      await runOne({ ...describeOne(graph.tasks[id]!, options[id]!, context), print });
    };
    const success = await runTask(run, print);
    if (!success) failed.add(id);
    const terminalOutput = `${lines.join('\n')}\n`;
    const times = { startTime, endTime: Date.now() };
    yield { task: id, result: { success, terminalOutput, ...times } };
  }
}

function describeOne<Options extends TaskOptions>(
  { target: { project: projectName, target: targetName } }: NxTask,
  options: Options,
  context: ExecutorContext,
) {
  const { targets } = context.projectsConfigurations.projects[projectName]!;
  const task = describeTask(options, context, { projectName, target: targets?.[targetName] });
  return { task, options, names: { projectName, targetName } };
}

/** Task ids, each after those that it depends on. */
function inOrder({ tasks, dependencies }: TaskGraph): readonly string[] {
  const order = new Set<string>();
  const visit = (id: string): void => {
    if (order.has(id) || !(id in tasks)) return;
    dependencies[id]!.forEach(visit);
    order.add(id);
  };
  Object.keys(tasks).forEach(visit);
  return [...order];
}
