import type { ExecutorContext, Task as NxTask, TaskGraph } from '@nx/devkit';

import { runTask } from '../../task/report.js';
import { describeTask } from '../../task/task.js';
import { generateProject } from './run.js';
import type { CodegenExecutorSchema } from './schema.js';

/** What Nx is told about one task of a batch. */
interface TaskOutcome {
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

/**
 * Generates many projects in one process. Each is cached, and fails, for itself; what depends on a
 * failed one is skipped.
 */
export default async function* codegenBatch(
  graph: TaskGraph,
  options: Readonly<Record<string, CodegenExecutorSchema>>,
  _overrides: CodegenExecutorSchema,
  context: ExecutorContext,
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
    const run = () => generateOne(graph.tasks[id]!, options[id]!, context, print);
    const success = await runTask(run, print);
    if (!success) failed.add(id);
    const terminalOutput = `${lines.join('\n')}\n`;
    const times = { startTime, endTime: Date.now() };
    yield { task: id, result: { success, terminalOutput, ...times } };
  }
}

async function generateOne(
  { target: { project, target } }: NxTask,
  options: CodegenExecutorSchema,
  context: ExecutorContext,
  print: (line: string) => void,
): Promise<void> {
  const { targets } = context.projectsConfigurations.projects[project]!;
  const names = { projectName: project, target: targets?.[target] };
  await generateProject(describeTask(options, context, names), options, print);
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
