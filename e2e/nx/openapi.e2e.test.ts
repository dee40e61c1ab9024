import { afterAll, beforeAll, expect, test } from 'vitest';

import { createWorkspace, nxVersions, usePython, type NxWorkspace } from './support/workspace.js';

/** The target `openapi` of a new project: no server, no database. */
let ws: NxWorkspace;

beforeAll(async () => {
  ws = await createWorkspace({ nxVersion: nxVersions.main });
  await usePython(ws);
  await ws.nx('g', '@rowhouse/nx:app', 'api', '--python=pip');
  await ws.nx('g', '@rowhouse/nx:resource', 'Invoice', '--project=api', '--fields=number:str');
});
afterAll(() => ws.dispose());

const file = 'apps/api/openapi.json';
const status = async () => (await ws.statuses('run', 'api:openapi'))['api:openapi'];

interface Document {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, unknown>>;
}

test('writes the document of the app, which git ignores', async () => {
  expect(await status()).toBe('ran');
  const { info, paths } = JSON.parse(await ws.read(file)) as Document;
  expect(info.title).toBe('api');
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/health', '/invoices/']));
  await ws.commit();
  expect(await ws.run('git', 'ls-files', file)).toBe('');
});

test('is cached, and restored', async () => {
  const text = await ws.read(file);
  await ws.remove(file);
  expect(await status()).toBe('local cache');
  expect(await ws.read(file)).toBe(text);
});

test('runs again when the config, the app or what is installed changes', async () => {
  const config = 'apps/api/codegen.config.jsonnet';
  expect(await ws.read(file)).toContain('"delete"');
  await ws.write({ [config]: (await ws.read(config)).replace(/ *'delete',\n/, '') });
  expect(await status()).toBe('ran');
  expect(await ws.read(file)).not.toContain('"delete"');
  const main = await ws.read('apps/api/main.py');
  await ws.write({ 'apps/api/main.py': main.replace('title="api"', 'title="The API"') });
  expect(await status()).toBe('ran');
  expect((JSON.parse(await ws.read(file)) as Document).info.title).toBe('The API');
  expect(await status()).toBe('local cache');
  await ws.run('python3', '-m', 'venv', '--without-pip', 'apps/api/.venv');
  const { tasks, output } = await ws.failures('run', 'api:openapi');
  expect(tasks).toEqual(['api:openapi']);
  expect(output).toContain('lacks what it imports: fastapi');
  await ws.remove('apps/api/.venv');
  expect(await status()).toBe('local cache');
});

test('fails where the app imports what its hash lacks', async () => {
  const main = await ws.read('apps/api/main.py');
  await ws.write({
    'shared/names.py': 'TITLE = "Other"\n',
    'apps/api/main.py': `${main}\nfrom shared.names import TITLE\n\napp.title = TITLE\n`,
  });
  const { output } = await ws.failures('run', 'api:openapi');
  expect(output).toContain('shared/names.py: read by api, but not in the hash of this target');
});
