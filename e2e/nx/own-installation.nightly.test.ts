import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { repository } from '../../tools/packages/own-packages.js';
import { startRegistry, type Registry } from '../support/registry.js';
import { packages } from './support/packages.js';
import { nxVersions, openWorkspace, type NxWorkspace } from './support/workspace.js';

/** A Python monorepo without a package.json: Nx keeps itself and its plugins in `.nx/installation`. */
let ws: NxWorkspace;
let registry: Registry;

beforeAll(async () => {
  registry = await startRegistry();
  await registry.publish(packages);
  ws = openWorkspace(await realpath(await mkdtemp(join(tmpdir(), 'rowhouse-ws-'))));
  Object.assign(ws.env, registry.env, { NX_VERSION: nxVersions.main });
  await ws.write({ '.gitignore': '__pycache__\n' });
  await ws.run('git', 'init', '--quiet', '--initial-branch=main');
  const nx = join(repository, 'node_modules/nx/dist/bin/nx.js');
  const options = ['--useDotNxInstallation', '--interactive=false', '--nxCloud=false'];
  await ws.run(process.execPath, nx, 'init', ...options);
  const nxJson = JSON.parse(await ws.read('nx.json')) as object;
  await ws.write({ 'nx.json': JSON.stringify({ ...nxJson, analytics: false }) });
  await ws.commit();
});

afterAll(async () => {
  await ws.dispose();
  await registry.close();
});

const nx = (...args: readonly string[]) => ws.run('./nx', ...args);

test('nx add names the packages in nx.json, and makes no package.json', async () => {
  await nx('add', '@rowhouse/nx');
  expect(JSON.parse(await ws.read('nx.json'))).toMatchObject({
    installation: { plugins: { '@rowhouse/nx': '0.1.0', '@rowhouse/fastapi': '0.1.0' } },
    plugins: ['@rowhouse/nx'],
  });
  expect(ws.has('package.json')).toBe(false);
});

test('the generators run, and codegen is cached', async () => {
  await nx('g', '@rowhouse/nx:app', 'api', '--python=pip');
  await nx('g', '@rowhouse/nx:resource', 'Invoice', '--project=api', '--fields=number:str');
  expect(await nx('run', 'api:codegen')).toMatch(/apps\/api\/_generated: \d+ created/);
  expect(ws.has('apps/api/_generated/api/routes/invoice.py')).toBe(true);
  expect(await nx('run', 'api:codegen')).toContain('read the output from the cache');
  await ws.remove('apps/api/_generated');
  await nx('run', 'api:codegen');
  expect(ws.has('apps/api/_generated/api/routes/invoice.py')).toBe(true);
});

test('codegen runs again when a package has another version', async () => {
  const before = await ws.read('nx.json');
  const after = before.replace('"@rowhouse/fastapi": "0.1.0"', '"@rowhouse/fastapi": "^0.1.0"');
  expect(after).not.toBe(before);
  await ws.write({ 'nx.json': after });
  expect(await nx('run', 'api:codegen')).toMatch(/apps\/api\/_generated: \d+ unchanged/);
});

test('the files of another config go, also after a hit', async () => {
  const config = await ws.read('apps/api/codegen.config.jsonnet');
  await nx('g', '@rowhouse/nx:resource', 'Payment', '--project=api', '--fields=amount:decimal');
  await nx('run', 'api:codegen');
  expect(ws.has('apps/api/_generated/api/routes/payment.py')).toBe(true);
  await ws.write({ 'apps/api/codegen.config.jsonnet': config });
  expect(await nx('run', 'api:codegen')).toContain('read the output from the cache');
  expect(ws.has('apps/api/_generated/api/routes/payment.py')).toBe(false);
});
