import { afterAll, beforeAll, expect, test } from 'vitest';

import { config, field, project, schemas } from './support/configs.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/** A workspace with forty projects, one of which has a `serve` of its own and imports the files of another project. */
let ws: NxWorkspace;

const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
const serve = {
  command: `node -e "console.log('serving'); setInterval(() => {}, 1000)"`,
  continuous: true,
  dependsOn: ['codegen', 'codegen-watch'],
};

beforeAll(async () => {
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      ...Object.assign({}, ...names.map((name) => project(name))),
      ...project('p0', config(`import 'fields.libsonnet'`)),
      'apps/p0/project.json': JSON.stringify({ name: 'p0', targets: { serve } }),
      'apps/p0/fields.libsonnet': `import '../../libs/shared/fields.libsonnet'`,
      'libs/shared/project.json': '{ "name": "shared" }',
      'libs/shared/fields.libsonnet': field('shared'),
    },
  });
});
afterAll(() => ws.dispose());

test('of forty projects in one batch, one with a broken config fails alone', async () => {
  await ws.write(project('p17', config('[{ name: 1 }]')));
  const all = ['run-many', '--targets=codegen', '--batch'];
  const { tasks, output } = await ws.failures(...all);
  expect(tasks).toEqual(['p17:codegen']);
  expect(output).toContain('config error: apps/p17/codegen.config.jsonnet:6:');
  await ws.write(project('p17'));
  const statuses = await ws.statuses(...all);
  const others = names.filter((name) => name !== 'p17');
  expect(statuses).toEqual({
    'p17:codegen': 'ran',
    ...Object.fromEntries(others.map((name) => [`${name}:codegen`, 'local cache'])),
  });
});

test('an edge of the graph goes with the import that it was for', async () => {
  const edges = async () => {
    await ws.nx('graph', '--file=graph.json');
    const { graph } = JSON.parse(await ws.read('graph.json')) as {
      graph: { dependencies: Record<string, readonly { target: string }[]> };
    };
    return graph.dependencies['p0']!.map(({ target }) => target);
  };
  expect(await edges()).toEqual(['shared']);
  await ws.write({ 'apps/p0/fields.libsonnet': field('own') });
  expect(await edges()).toEqual([]);
});

test('a serve of your own that depends on codegen-watch goes on while code is generated again', async () => {
  const serving = ws.start('run', 'p0:serve');
  try {
    await serving.printed('serving');
    const generated = () => ws.read(schemas('p0'));
    expect(await generated()).toContain('own: str');
    await ws.write({ 'apps/p0/fields.libsonnet': '[' });
    await serving.printed('config error');
    await ws.write({ 'apps/p0/fields.libsonnet': field('later') });
    await expect.poll(generated).toContain('later: str');
  } finally {
    const { output } = await serving.stop();
    expect(output.match(/^serving\r?$/gm)).toHaveLength(1);
  }
});
