import type { ExecutorContext, TaskGraph } from '@nx/devkit';
import { describe, expect, test } from 'vitest';

import { temporaryWorkspace } from '../../../test/workspace.js';
import codegenBatch from './batch.js';

/** Tasks of the projects `a`, `b`, …, with the dependencies among them. */
function graph(dependencies: Readonly<Record<string, readonly string[]>>): TaskGraph {
  const ids = (names: readonly string[]) => names.map((name) => `${name}:codegen`);
  const tasks = Object.keys(dependencies).map((project) => [
    `${project}:codegen`,
    { target: { project, target: 'codegen' } },
  ]);
  const edges = Object.entries(dependencies).map(([name, on]) => [`${name}:codegen`, ids(on)]);
  return {
    tasks: Object.fromEntries(tasks) as TaskGraph['tasks'],
    dependencies: Object.fromEntries(edges) as TaskGraph['dependencies'],
    continuousDependencies: {},
    roots: [],
  };
}

async function run(taskGraph: TaskGraph, files: Readonly<Record<string, string>>) {
  const root = temporaryWorkspace(files);
  const names = Object.keys(taskGraph.tasks).map((id) => id.replace(':codegen', ''));
  const projects = Object.fromEntries(names.map((name) => [name, { root: name, targets: {} }]));
  const options = Object.fromEntries(Object.keys(taskGraph.tasks).map((id) => [id, {}]));
  const projectsConfigurations = { version: 2, projects };
  const context = { root, projectsConfigurations, nxJsonConfiguration: {} } as ExecutorContext;
  const outcomes = [];
  for await (const outcome of codegenBatch(taskGraph, options, {}, context)) outcomes.push(outcome);
  return outcomes;
}

describe('the batch', () => {
  test('tells of each task for itself, what it depends on first', async () => {
    const outcomes = await run(graph({ a: ['b'], b: [], c: [] }), {
      'c/codegen.config.json': '{ broken',
    });
    expect(outcomes.map(({ task }) => task)).toEqual(['b:codegen', 'a:codegen', 'c:codegen']);
    const [b, a, c] = outcomes.map(({ result }) => result);
    expect(b).toMatchObject({ success: false });
    expect(b!.terminalOutput).toContain('error: b has no config');
    expect(a).toEqual({
      success: false,
      status: 'skipped',
      terminalOutput: 'skipped: b:codegen failed\n',
    });
    expect(c).toMatchObject({ success: false });
    expect(c!.terminalOutput).toContain('config error: c/codegen.config.json:1:3');
    expect(c!.startTime).toBeLessThanOrEqual(c!.endTime!);
  });

  test('does not run what is outside of it', async () => {
    const taskGraph = graph({ a: ['elsewhere'] });
    expect((await run(taskGraph, {})).map(({ task }) => task)).toEqual(['a:codegen']);
  });
});
