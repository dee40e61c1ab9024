import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDependencies, createNodes } from '@rowhouse/nx';

import type { CreateDependenciesContext, ProjectConfiguration } from '@nx/devkit';

import { createWorkspace, nxVersions } from '../../../e2e/nx/support/workspace.js';
import { project } from '../../../e2e/nx/support/configs.js';
import { writeProjects } from './projects.js';
import { measureReload } from './reload.js';

/**
 * What the plugin adds to Nx: its part of making the project graph, what one process for many
 * projects saves, and how long a developer waits for an edit. The bars are those of a quiet machine with two cores.
 */
await measureGraph(200);
await measureBatch(50);
console.log('serve, from an edit of the config to the answer of the reloaded API (bar: 3 s)');
console.log(`  wall: ${median(await measureReload()).toFixed(1)} s`);

/** The first call, which has to read all models; then as usual, since what was read is remembered. */
async function measureGraph(count: number): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-nx-')));
  try {
    const configs = writeProjects(root, count);
    const [, inferProjects] = createNodes;
    const context = { workspaceRoot: root, nxJsonConfiguration: {} };
    const nodes = await measure(() => inferProjects(configs, undefined, context));
    const results = await inferProjects(configs, undefined, context);
    const projects = Object.fromEntries(
      results.flatMap(([, result]) => Object.entries(result.projects ?? {})),
    ) as Record<string, ProjectConfiguration>;
    for (const [folder, project] of Object.entries(projects)) project.root = folder;
    const graph = { workspaceRoot: root, projects } as unknown as CreateDependenciesContext;
    const edges = await measure(() => createDependencies(undefined, graph));
    // V8 collects and optimises beside the main thread: more CPU time than anybody waits for.
    console.log(`createNodes, ${count} projects with models and two imports each`);
    console.log(`  wall: ${firstAndLater(nodes.waited)}`);
    console.log(`  CPU:  ${firstAndLater(nodes.spent)}`);
    console.log(
      `createDependencies, the same projects (bar: both add 300 ms, but for the first call)`,
    );
    console.log(`  wall: ${firstAndLater(edges.waited)}`);
    console.log(`  CPU:  ${firstAndLater(edges.spent)}`);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Milliseconds of eleven calls. */
async function measure(call: () => unknown) {
  const waited: number[] = [];
  const spent: number[] = [];
  for (let run = 0; run < 11; run++) {
    const start = performance.now();
    const cpuStart = process.cpuUsage();
    await call();
    waited.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpuStart);
    spent.push((user + system) / 1000);
  }
  return { waited, spent };
}

async function measureBatch(count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  const files = Object.assign({}, ...names.map((name) => project(name))) as Record<string, string>;
  const workspace = await createWorkspace({ nxVersion: nxVersions.main, files });
  try {
    const seconds: Record<string, number> = {};
    for (const batch of ['true', 'false']) {
      workspace.env['NX_BATCH_MODE'] = batch;
      const start = performance.now();
      await workspace.nx('run-many', '--targets=codegen', '--skip-nx-cache', `--batch=${batch}`);
      seconds[batch] = (performance.now() - start) / 1000;
    }
    const { true: together = 0, false: apart = 0 } = seconds;
    const share = ((100 * together) / apart).toFixed(0);
    const each = ((1000 * together) / count).toFixed(0);
    console.log(
      `nx run-many -t codegen, ${count} projects, nothing cached (bar: 33 %, 158 ms a project in the batch)`,
    );
    console.log(
      `  batch ${together.toFixed(1)} s, ${each} ms a project; no batch ${apart.toFixed(1)} s: ${share} %`,
    );
  } finally {
    await workspace.dispose();
  }
}

function firstAndLater([first = 0, ...later]: readonly number[]): string {
  return `first call ${first.toFixed(0)} ms, then ${median(later).toFixed(0)} ms`;
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0;
}
