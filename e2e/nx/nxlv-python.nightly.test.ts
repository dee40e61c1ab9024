import { afterAll, beforeAll, expect, test } from 'vitest';

import { npm } from '../support/pack.js';
import { createUvWorkspace } from './support/uv-workspace.js';
import type { NxWorkspace } from './support/workspace.js';

/** A workspace whose Python packages `@nxlv/python` keeps, with uv. */
let ws: NxWorkspace;

beforeAll(async () => {
  // A member, so that uv has one before there is an app.
  ws = await createUvWorkspace({
    'libs/none/pyproject.toml': '[project]\nname = "none"\nversion = "0.1.0"\n',
  });
});

afterAll(() => ws.dispose());

test('beside @nxlv/python, a new app has its executors', async () => {
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await ws.run(npm, ...install, '--save-dev', '@nxlv/python@23.1.1', '@nx/devkit@23.3.1');
  const nxJson = JSON.parse(await ws.read('nx.json')) as { plugins: unknown[] };
  const plugin = { plugin: '@nxlv/python', options: { packageManager: 'uv' } };
  await ws.write({
    'nx.json': JSON.stringify({ ...nxJson, plugins: [...nxJson.plugins, plugin] }),
  });
  await ws.nx('g', '@rowhouse/nx:app', 'billing', '--skipPackageJson');
  expect(JSON.parse(await ws.read('apps/billing/project.json'))).toMatchObject({
    targets: { test: { executor: '@nxlv/python:run-commands' } },
  });
  await ws.nx('run', 'billing:sync');
  expect(await ws.nx('run', 'billing:test')).toContain('3 passed');
  expect((await ws.statuses('run', 'billing:test'))['billing:test']).toBe('local cache');
});
