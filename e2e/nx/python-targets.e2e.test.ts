import { freePort } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createWorkspace, nxVersions, usePython, type NxWorkspace } from './support/workspace.js';

/** The targets of a new project that run its Python: `openapi`, `serve`, and checks. None needs a database. */
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
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/health/live', '/health/ready', '/invoices/']),
  );
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

test('serve follows the config, and keeps the last good server', async () => {
  const port = await freePort();
  const config = 'apps/api/codegen.config.jsonnet';
  const good = await ws.read(config);
  const url = `http://127.0.0.1:${port}/openapi.json`;
  const served = () =>
    fetch(url).then(
      (answer) => answer.text(),
      () => '',
    );
  const serving = ws.start('run', 'api:serve', `--port=${port}`);
  try {
    await serving.printed(`http://127.0.0.1:${port}`);
    await expect.poll(served).toContain('"patch"');
    await ws.write({ [config]: good.replace(/.*'update'.*\n/, '') });
    await expect.poll(served).not.toContain('"patch"');
    await expect.poll(served).toContain('/invoices/');
    await ws.write({ [config]: good.replace('resources', '$') });
    await serving.printed('config error');
    expect(await served()).toContain('/invoices/');
    await ws.write({ [config]: good });
    await expect.poll(served).toContain('"patch"');
  } finally {
    await serving.stop();
  }
});

test('lint, format and typecheck run the tools that the project names', async () => {
  const manifest = await ws.read('apps/api/pyproject.toml');
  await ws.write({
    'apps/api/pyproject.toml': manifest.replace('dev = [', 'dev = ["ruff", "mypy", '),
  });
  const all = ['run-many', '-t', 'lint', 'format', 'typecheck'];
  const hits = {
    'api:codegen': 'local cache',
    'api:lint': 'local cache',
    'api:format': 'local cache',
  };
  await ws.nx(...all);
  expect(await ws.statuses(...all)).toEqual({ ...hits, 'api:typecheck': 'local cache' });
  const main = await ws.read('apps/api/main.py');
  await ws.write({ 'apps/api/main.py': `import os\n${main}\nx: int = "a"\n` });
  const { tasks } = await ws.failures(...all);
  expect(tasks).toEqual(['api:format', 'api:lint', 'api:typecheck']);
  await ws.write({ 'apps/api/main.py': main });
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
