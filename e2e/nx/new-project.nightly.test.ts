import { join } from 'node:path';

import { createDatabase, freePort, type TemporaryDatabase } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { repository } from '../../tools/packages/own-packages.js';
import { createWorkspace, nxVersions, usePython, type NxWorkspace } from './support/workspace.js';

/** All targets of a new project with Alembic and a TypeScript client, but `test`, `codegen` and those of its tables. */
let ws: NxWorkspace;
let database: TemporaryDatabase;

beforeAll(async () => {
  [ws, database] = await Promise.all([
    createWorkspace({ nxVersion: nxVersions.main }),
    createDatabase(inject('postgresUrl')),
  ]);
  await usePython(ws);
  ws.env['DATABASE_URL'] = database.url.replace('postgresql:', 'postgresql+asyncpg:');
  await ws.nx('g', '@rowhouse/nx:app', 'api', '--python=pip', '--migrations=alembic');
  await ws.nx('g', '@rowhouse/nx:resource', 'Invoice', '--project=api', '--fields=number:str');
  await ws.nx('g', '@rowhouse/nx:client', '--project=api');
  await ws.commit();
});
afterAll(async () => {
  await ws.dispose();
  await database.drop();
});

const document = 'apps/api/openapi.json';
const invoices = 'libs/api-client/src/generated/api/invoices.ts';
const config = 'apps/api/codegen.config.jsonnet';
const app = 'apps/api/main.py';
const model = 'apps/api/models/invoice.py';

const replace = async (path: string, from: string | RegExp, to: string) => {
  const text = await ws.read(path);
  await ws.write({ [path]: text.replace(from, to) });
  return text;
};

interface Document {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, unknown>>;
}

const written = ['run-many', '--targets=openapi,codegen-client'];

test('the OpenAPI document and the client are written, cached and restored', async () => {
  const ran = { 'api:codegen': 'ran', 'api:openapi': 'ran', 'api:codegen-client': 'ran' };
  expect(await ws.statuses(...written)).toEqual(ran);
  const text = await ws.read(document);
  const { info, paths } = JSON.parse(text) as Document;
  expect(info.title).toBe('api');
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/health/live', '/health/ready', '/invoices/']),
  );
  expect(await ws.read(invoices)).toContain('export interface InvoiceCreateRequest');
  expect(await ws.run('git', 'status', '--porcelain', 'apps')).toBe('');
  await ws.remove(document);
  await ws.remove(invoices);
  const hits = Object.fromEntries(Object.keys(ran).map((task) => [task, 'local cache']));
  expect(await ws.statuses(...written)).toEqual(hits);
  expect(await ws.read(document)).toBe(text);
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  await ws.run(process.execPath, tsc, '-p', 'libs/api-client');
});

test('both are written anew after a change of the config, which affects the client', async () => {
  expect(await ws.read(document)).toContain('"delete"');
  await replace(config, / *'delete',\n/, '');
  const affected = await ws.nx('show', 'projects', '--affected', '--base=HEAD');
  expect(affected).toContain('api-client');
  expect(await ws.statuses(...written)).toMatchObject({
    'api:openapi': 'ran',
    'api:codegen-client': 'ran',
  });
  expect(await ws.read(document)).not.toContain('"delete"');
  expect(await ws.read(invoices)).not.toContain('DELETE');
});

test('the document is written anew after a change of the app; the checks run the tools that the project names', async () => {
  await replace('apps/api/pyproject.toml', 'dev = [', 'dev = ["ruff", "mypy", ');
  await replace(app, 'title="api"', 'title="The API"');
  const all = ['run-many', '--targets=openapi,lint,format,typecheck'];
  const tasks = ['openapi', 'lint', 'format', 'typecheck'].map((target) => `api:${target}`);
  const each = (status: string) => Object.fromEntries(tasks.map((task) => [task, status]));
  expect(await ws.statuses(...all)).toMatchObject(each('ran'));
  expect((JSON.parse(await ws.read(document)) as Document).info.title).toBe('The API');
  expect(await ws.statuses(...all)).toMatchObject(each('local cache'));
});

test('what is wrong with the code fails the checks, and with what is installed the document', async () => {
  const good = await ws.read(app);
  await ws.write({
    'shared/names.py': 'TITLE = "Other"\n',
    [app]: `import os\n${good}\nfrom shared.names import TITLE\n\napp.title = TITLE\nx: int = "a"\n`,
  });
  const checks = await ws.failures('run-many', '--targets=openapi,lint,format,typecheck');
  expect(checks.tasks).toEqual(['api:format', 'api:lint', 'api:openapi', 'api:typecheck']);
  expect(checks.output).toContain(
    'shared/names.py: read by api, but not in the hash of this target',
  );
  await ws.write({ [app]: good });
  await ws.run('python3', '-m', 'venv', '--without-pip', 'apps/api/.venv');
  const { tasks, output } = await ws.failures('run', 'api:openapi');
  expect(tasks).toEqual(['api:openapi']);
  expect(output).toContain('lacks what it imports: fastapi');
  await ws.remove('apps/api/.venv');
});

test('a model becomes a migration, and the migration a table', async () => {
  await ws.nx('run', 'api:db-revision', '--message=add invoices');
  await ws.nx('run', 'api:db-upgrade');
  expect(await ws.nx('run', 'api:db-check')).toContain('No new upgrade operations detected');
  const migration = await ws.run('sh', '-c', 'cat apps/api/migrations/versions/*.py');
  expect(migration).toContain("name=op.f('pk_invoice')");
});

test('the check notices a model without a migration', async () => {
  const before = await replace(model, /( +)number: /, '$1note: Mapped[str | None]\n$&');
  const { tasks, output } = await ws.failures('run', 'api:db-check');
  expect(tasks).toEqual(['api:db-check']);
  expect(output).toContain("Column('note'");
  await ws.write({ [model]: before });
});

test('serve follows the config, and keeps the last good server', async () => {
  const port = await freePort();
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
