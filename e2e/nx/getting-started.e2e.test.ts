import { createDatabase, startApi, type TemporaryDatabase } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { withDependencies } from '../../tools/packages/own-packages.js';
import { startRegistry, type Registry } from '../support/registry.js';
import { createWorkspace, nxVersions, usePython, type NxWorkspace } from './support/workspace.js';

/** A user's first hour: from an empty workspace to an API that serves and whose tests pass. */
let ws: NxWorkspace;
let registry: Registry;
let database: TemporaryDatabase;
const packages = withDependencies('@rowhouse/nx', '@rowhouse/fastapi', '@rowhouse/schema');

beforeAll(async () => {
  registry = await startRegistry();
  await registry.publish(packages);
  database = await createDatabase(inject('postgresUrl'));
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    bare: true,
    files: { '.npmrc': `@rowhouse:registry=${registry.url}\n` },
  });
  await usePython(ws);
  // As users have it; the other tests do without the processes that this starts.
  delete ws.env['NX_ISOLATE_PLUGINS'];
  ws.env['TEST_DATABASE_URL'] = asyncUrl();
});

afterAll(async () => {
  await ws.dispose();
  await database.drop();
  await registry.close();
});

const asyncUrl = () => database.url.replace('postgresql:', 'postgresql+asyncpg:');
const resource = (name: string, fields: string) =>
  ws.nx('g', '@rowhouse/nx:resource', name, '--project=api', `--fields=${fields}`);

test('nx add installs the packages and registers the plugin', async () => {
  await ws.nx('add', '@rowhouse/nx');
  expect(JSON.parse(await ws.read('nx.json'))).toMatchObject({ plugins: ['@rowhouse/nx'] });
  const { devDependencies } = JSON.parse(await ws.read('package.json')) as {
    devDependencies: Record<string, string>;
  };
  expect(devDependencies['@rowhouse/nx']).toMatch(/^\^?0\.1\.0$/);
  expect(devDependencies['@rowhouse/fastapi']).toBe(devDependencies['@rowhouse/nx']);
  expect(ws.has('node_modules/@rowhouse/fastapi/package.json')).toBe(true);
  await ws.commit();
});

test('the generators make a project; --dry-run changes nothing', async () => {
  const app = ['g', '@rowhouse/nx:app', 'api', '--python=pip'];
  expect(await ws.nx(...app, '--dry-run')).toContain('CREATE apps/api/');
  expect(await ws.run('git', 'status', '--porcelain')).toBe('');
  await ws.nx(...app);
  await resource('Invoice', 'number:str total:decimal paid_at:datetime?');
  await ws.commit();
});

/** Runs the tests of the project; how many passed. */
async function passed(): Promise<number> {
  const output = await ws.nx('run', 'api:test');
  expect(output).not.toMatch(/failed|error|skipped/i);
  return Number(/(\d+) passed/.exec(output)![1]);
}

test('its tests pass, generated ones included, and after a switch of branches those of this one alone', async () => {
  const before = await passed();
  expect(before).toBeGreaterThan(5);
  await ws.run('git', 'switch', '--quiet', '-c', 'notes');
  await resource('Note', 'text:str');
  await ws.nx('run', 'api:codegen');
  expect(ws.has('apps/api/_generated/api/tests/test_note.py')).toBe(true);
  await ws.commit();
  await ws.run('git', 'switch', '--quiet', 'main');
  await ws.write({ 'apps/api/notes.txt': 'Another input of test.' });
  expect(await passed()).toBe(before);
  expect(ws.has('apps/api/_generated/api/tests/test_note.py')).toBe(false);
});

test('the API serves', async () => {
  ws.env['DATABASE_URL'] = asyncUrl();
  await ws.run('sh', '-c', 'cd apps/api && python create_tables.py');
  const api = await startApi({
    directory: `${ws.root}/apps/api`,
    application: 'main:app',
    env: { DATABASE_URL: asyncUrl() },
  });
  try {
    const created = await fetch(`${api.url}/invoices/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ number: 'A-1', total: '9.90' }),
    });
    expect(created.status, api.log()).toBe(201);
    const location = created.headers.get('Location')!;
    const found = await fetch(new URL(location, api.url));
    expect(await found.json()).toMatchObject({ number: 'A-1', paid_at: null });
  } finally {
    await api.stop();
  }
});

test('tables in TypeScript become migrations, models and an API', async () => {
  await ws.nx('g', '@rowhouse/nx:schema', '--project=api');
  const tables = await ws.read('apps/api/schema/schema.config.ts');
  const withColumn = (name: string) => ({
    'libs/shared/columns.ts': `import { text } from 'drizzle-orm/pg-core';

export const columns = { ${name}: text() };
`,
    'apps/api/schema/schema.config.ts':
      `import { columns } from '../../../libs/shared/columns.js';\n${tables}`.replace(
        'text: text().notNull()',
        'text: text().notNull(), ...columns',
      ),
  });
  await ws.write(withColumn('author'));
  await ws.nx('run', 'api:schema-generate', 'first');
  await ws.nx('run', 'api:schema-models');
  await ws.nx('g', '@rowhouse/nx:resource', 'Note', '--project=api');
  const both = ['run-many', '--targets=schema-check,codegen'];
  await ws.nx(...both);
  expect(await ws.statuses(...both)).toEqual({
    'api:codegen': 'local cache',
    'api:schema-check': 'local cache',
    'api:schema-models': 'local cache',
  });
  expect(await ws.read('apps/api/models/tables.py')).toContain('class Note(Base):');

  await ws.write(withColumn('editor'));
  const { tasks, output } = await ws.failures(...both, '--nxBail=false');
  expect(tasks).toEqual(['api:schema-check']);
  expect(output).toContain('editor');
  const schemas = await ws.read('apps/api/_generated/api/schemas/note.py');
  expect(schemas).toContain('editor: ');
  expect(schemas).not.toContain('author: ');
});
