import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { config, field, project, schemas } from './support/configs.js';
import { projectRows } from './support/hash-rows.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/** What the daemon of Nx notices, what it does not, and the watch of Nx, which needs it. */
let ws: NxWorkspace;

beforeAll(async () => {
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      ...project(
        'api',
        config(`import 'fields.libsonnet'`, `client: { out: '../../libs/client' },`),
      ),
      'apps/api/fields.libsonnet': field('a'),
    },
  });
  delete ws.env['NX_ISOLATE_PLUGINS'];
  ws.env['NX_DAEMON'] = 'true';
});

afterAll(async () => {
  await ws.nx('daemon', '--stop');
  await ws.dispose();
});

test('which watches no ignored files, a run fails rather than cache what it does not know', async () => {
  await ws.write({
    ...project('i', config(`import 'f.libsonnet'`)),
    'apps/i/.gitignore': '*.libsonnet\n',
    'apps/i/f.libsonnet': field('a'),
  });
  const run = ['run', 'i:codegen'];
  expect(await ws.statuses(...run)).toEqual({ 'i:codegen': 'ran' });
  await ws.write({
    'apps/i/f.libsonnet': `import 'g.libsonnet'`,
    'apps/i/g.libsonnet': field('b'),
  });
  const { output } = await ws.failures(...run);
  expect(output).toContain('error: apps/i/g.libsonnet: read by i, but not in the hash');
  expect(output).toContain('run nx reset');
  await ws.nx('reset');
  expect(await ws.statuses(...run)).toEqual({ 'i:codegen': 'ran' });
  expect(await ws.read(schemas('i'))).toContain('b: str');
});

test('what is installed into an ignored environment is noticed', async () => {
  const { files, change } = projectRows.find(({ id }) => id === 'installing')!;
  await ws.write({ ...files, 'apps/installing/.gitignore': '.venv\n' });
  const run = ['run', 'installing:codegen'];
  expect(await ws.statuses(...run)).toEqual({ 'installing:codegen': 'ran' });
  expect(await ws.statuses(...run)).toEqual({ 'installing:codegen': 'local cache' });
  await change(ws);
  const { output } = await ws.failures(...run);
  expect(output).toContain('shop/models.py: read by installing, but not in the hash');
  await ws.nx('reset');
  expect(await ws.statuses(...run)).toEqual({ 'installing:codegen': 'ran' });
});

async function generated(text: string, timeout = 60_000): Promise<void> {
  const read = async () => expect(await ws.read(schemas('api'))).toContain(text);
  await vi.waitFor(read, { timeout, interval: 200 });
}

/** Until Nx answers a change: it says that it waits before its daemon looks at the files, and loses what comes between. */
async function isWatched(): Promise<void> {
  const change = async () => {
    await ws.write({ 'apps/api/fields.libsonnet': field('first') });
    await generated('first: str', 5_000);
  };
  await vi.waitFor(change, { timeout: 60_000 });
}

test('nx watch writes code and client after each change of a file of the project', async () => {
  const nx = `${process.execPath} node_modules/nx/dist/bin/nx.js`;
  const run = `${nx} run-many --targets=codegen,codegen-client --projects=api`;
  const watching = ws.start('watch', '--projects=api', '--verbose', '--', run);
  try {
    await watching.printed('watch process waiting');
    await isWatched();
    await ws.write({ 'apps/api/fields.libsonnet': field('watched') });
    await generated('watched: str');
    const client = () => ws.run('sh', '-c', 'cat libs/client/*/*.ts');
    await expect.poll(client).toContain('watched: string');
  } finally {
    await watching.stop();
  }
});
