import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { repository } from '../../tools/packages/own-packages.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/** A library with the TypeScript client of a project's API. */
let ws: NxWorkspace;

beforeAll(async () => {
  ws = await createWorkspace({ nxVersion: nxVersions.main });
  await ws.nx('g', '@rowhouse/nx:app', 'api', '--python=pip');
  await ws.nx('g', '@rowhouse/nx:resource', 'Invoice', '--project=api', '--fields=number:str');
  await ws.nx('g', '@rowhouse/nx:client', '--project=api');
});
afterAll(() => ws.dispose());

const invoices = 'libs/api-client/src/generated/api/invoices.ts';
const status = async () => (await ws.statuses('run', 'api:codegen-client'))['api:codegen-client'];

test('a library of a new project is generated without Python, cached, and compiles', async () => {
  expect(await status()).toBe('ran');
  expect(await ws.read(invoices)).toContain('export interface InvoiceCreateRequest');
  await ws.remove(invoices);
  expect(await status()).toBe('local cache');
  expect(await ws.read(invoices)).toContain('export interface InvoiceCreateRequest');
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  await ws.run(process.execPath, tsc, '-p', 'libs/api-client');
});

test('is generated anew after a change of the config, which affects the library', async () => {
  await ws.commit();
  const config = 'apps/api/codegen.config.jsonnet';
  await ws.write({ [config]: (await ws.read(config)).replace(/ *'delete',\n/, '') });
  const affected = await ws.nx('show', 'projects', '--affected', '--base=HEAD');
  expect(affected).toContain('api-client');
  expect(await status()).toBe('ran');
  expect(await ws.read(invoices)).not.toContain('DELETE');
});

test('the generator changes nothing when it runs again', async () => {
  await ws.commit();
  await ws.nx('g', '@rowhouse/nx:client', '--project=api');
  expect(await ws.run('git', 'status', '--porcelain')).toBe('');
});
