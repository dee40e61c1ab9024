import { afterAll, beforeAll, expect, test } from 'vitest';

import { startRegistry, type Registry } from '../support/registry.js';
import { packages } from './support/packages.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/** A workspace of some months ago, for which there is a new version. */
let ws: NxWorkspace;
let registry: Registry;

beforeAll(async () => {
  registry = await startRegistry();
  await registry.publish(packages);
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    bare: true,
    files: { '.npmrc': `@rowhouse:registry=${registry.url}\n` },
  });
  await ws.nx('add', '@rowhouse/nx');
  await ws.nx('g', '@rowhouse/nx:app', 'api', '--python=pip');
});

afterAll(async () => {
  await ws.dispose();
  await registry.close();
});

test('nx migrate brings all packages to one version', async () => {
  await registry.publish(packages, '0.2.0');
  await ws.commit();
  // The latest Nx would do it otherwise, and look for attestations that this registry has none of.
  Object.assign(ws.env, { NX_USE_LOCAL: 'true', NX_SKIP_PROVENANCE_CHECK: 'true' });
  await ws.nx('migrate', '@rowhouse/nx@0.2.0');
  expect(JSON.parse(await ws.read('package.json'))).toMatchObject({
    devDependencies: { '@rowhouse/nx': '0.2.0', '@rowhouse/fastapi': '0.2.0' },
  });
  await ws.run('npm', 'install');
  await ws.nx('run', 'api:codegen');
});
