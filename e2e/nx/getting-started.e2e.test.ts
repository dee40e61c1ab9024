import { createDatabase, startApi, type TemporaryDatabase } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { withDependencies } from '../../tools/packages/own-packages.js';
import { startRegistry, type Registry } from '../support/registry.js';
import { packPackages } from './support/packages.js';
import { createWorkspace, nxVersions, usePython, type NxWorkspace } from './support/workspace.js';

/** A user's first hour: from an empty workspace to an API that serves and whose tests pass. */
let ws: NxWorkspace;
let registry: Registry;
let database: TemporaryDatabase;
const packages = withDependencies('@rowhouse/nx', '@rowhouse/fastapi', '@rowhouse/schema');

beforeAll(async () => {
  registry = await startRegistry();
  await packPackages();
  await registry.publish(packages);
  database = await createDatabase(inject('postgresUrl'));
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    bare: true,
    files: { '.npmrc': `@rowhouse:registry=${registry.url}\n` },
  });
  await usePython(ws);
});

afterAll(async () => {
  await ws.dispose();
  await database.drop();
  await registry.close();
});

const app = ['g', '@rowhouse/nx:app', 'api', '--python=pip'];
const resource = [
  'g',
  '@rowhouse/nx:resource',
  'Invoice',
  '--project=api',
  '--fields=number:str total:decimal paid_at:datetime?',
];

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
  await ws.nx('g', '@rowhouse/nx:init');
  expect(await ws.run('git', 'status', '--porcelain')).toBe('');
});

test.each([
  ['app', app],
  ['resource', resource],
])('%s: --dry-run changes nothing, the second run changes nothing', async (_, command) => {
  const preview = await ws.nx(...command, '--dry-run');
  expect(preview).toContain('CREATE apps/api/');
  expect(await ws.run('git', 'status', '--porcelain')).toBe('');
  await ws.nx(...command);
  await ws.commit();
  await ws.nx(...command);
  expect(await ws.run('git', 'status', '--porcelain')).toBe('');
});

test('the codegen generator previews what the target then makes', async () => {
  const preview = await ws.nx('g', '@rowhouse/nx:codegen', 'api', '--dry-run');
  expect(preview).toContain('CREATE apps/api/_generated/api/routes/invoice.py');
  expect(ws.has('apps/api/_generated')).toBe(false);
  await ws.nx('run', 'api:codegen');
  expect(ws.has('apps/api/_generated/api/routes/invoice.py')).toBe(true);
  expect(await ws.nx('g', '@rowhouse/nx:codegen', 'api', '--dry-run')).not.toContain('CREATE');
});

test('the tests of the project pass, generated ones included', async () => {
  ws.env['TEST_DATABASE_URL'] = database.url.replace('postgresql:', 'postgresql+asyncpg:');
  const output = await ws.nx('run', 'api:test');
  const [, passed] = /(\d+) passed/.exec(output)!;
  expect(Number(passed)).toBeGreaterThan(5);
  expect(output).not.toMatch(/failed|error|skipped/i);
});

test('the first test after a switch of branches has no test of the other one', async () => {
  const passed = async () => /(\d+) passed/.exec(await ws.nx('run', 'api:test'))![1];
  const before = await passed();
  await ws.commit();
  await ws.run('git', 'switch', '--quiet', '-c', 'notes');
  await ws.nx('g', '@rowhouse/nx:resource', 'Note', '--project=api', '--fields=text:str');
  await ws.nx('run', 'api:codegen');
  await ws.commit();
  await ws.run('git', 'switch', '--quiet', 'main');
  await ws.write({ 'apps/api/notes.txt': 'Another input of test.' });
  expect(await ws.statuses('run', 'api:test')).toEqual({
    'api:codegen': 'local cache',
    'api:test': 'ran',
  });
  expect(ws.has('apps/api/_generated/api/tests/test_note.py')).toBe(false);
  expect(await passed()).toBe(before);
});

test('the API serves', async () => {
  const url = database.url.replace('postgresql:', 'postgresql+asyncpg:');
  ws.env['DATABASE_URL'] = url;
  await ws.run('sh', '-c', 'cd apps/api && python create_tables.py');
  const api = await startApi({
    directory: `${ws.root}/apps/api`,
    application: 'main:app',
    env: { DATABASE_URL: url },
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
  const schema = ['g', '@rowhouse/nx:schema', '--project=api'];
  await ws.nx(...schema);
  await ws.commit();
  await ws.nx(...schema);
  expect(await ws.run('git', 'status', '--porcelain')).toBe('');
  await ws.nx('run', 'api:schema-generate', 'first');
  expect(await ws.statuses('run', 'api:schema-check')).toMatchObject({
    'api:schema-check': 'ran',
  });
  expect(await ws.statuses('run', 'api:schema-check')).toMatchObject({
    'api:schema-check': 'local cache',
  });
  const imported = (name: string) => `import { text } from 'drizzle-orm/pg-core';

export const columns = { ${name}: text() };
`;
  const own = await ws.read('apps/api/schema/schema.config.ts');
  await ws.write({
    'libs/shared/columns.ts': imported('author'),
    'apps/api/schema/schema.config.ts':
      `import { columns } from '../../../libs/shared/columns.js';\n${own}`.replace(
        'text: text().notNull()',
        'text: text().notNull(), ...columns',
      ),
  });
  await ws.nx('run', 'api:schema-generate', 'author');
  await ws.nx('run', 'api:schema-check');
  await ws.write({ 'libs/shared/columns.ts': imported('editor') });
  expect((await ws.failures('run', 'api:schema-check')).output).toContain('editor');
  await ws.write({ 'libs/shared/columns.ts': imported('author') });
  await ws.nx('run', 'api:schema-models');
  expect(await ws.read('apps/api/models/tables.py')).toContain('class Note(Base):');
  await ws.nx('g', '@rowhouse/nx:resource', 'Note', '--project=api');

  await ws.nx('run', 'api:codegen');
  const tables = await ws.read('apps/api/schema/schema.config.ts');
  await ws.write({
    'apps/api/schema/schema.config.ts': tables.replace('text: text()', 'body: text()'),
  });
  expect((await ws.failures('run', 'api:schema-check')).output).toContain('body');
  await ws.nx('run', 'api:codegen');
  expect(await ws.read('apps/api/_generated/api/schemas/note.py')).toContain('body: ');
  await ws.write({ 'apps/api/schema/schema.config.ts': tables });
  await ws.nx('run', 'api:codegen');
  expect(await ws.read('apps/api/_generated/api/schemas/note.py')).not.toContain('body: ');
});

test('nx migrate brings all packages to one version, and the workspace to what it expects', async () => {
  await registry.publish(packages, '0.2.0');
  const project = JSON.parse(await ws.read('apps/api/project.json')) as {
    targets: Record<string, Record<string, unknown>>;
  };
  delete project.targets['test']!['inputs'];
  await ws.write({ 'apps/api/project.json': JSON.stringify(project) });
  expect(await ws.nx('run', 'api:codegen')).toContain('warning: api:test is cached and depends on');
  await ws.commit();
  // The latest Nx would do it otherwise, and look for attestations that this registry has none of.
  Object.assign(ws.env, { NX_USE_LOCAL: 'true', NX_SKIP_PROVENANCE_CHECK: 'true' });
  await ws.nx('migrate', '@rowhouse/nx@0.2.0');
  expect(JSON.parse(await ws.read('package.json'))).toMatchObject({
    devDependencies: { '@rowhouse/nx': '0.2.0', '@rowhouse/fastapi': '0.2.0' },
  });
  expect(JSON.parse(await ws.read('migrations.json'))).toMatchObject({
    migrations: [{ package: '@rowhouse/nx', name: 'see-generated-files' }],
  });
  await ws.run('npm', 'install');
  await ws.nx('migrate', '--run-migrations');
  expect(JSON.parse(await ws.read('apps/api/project.json'))).toMatchObject({
    targets: { test: { inputs: ['default', '^default', 'generated'] } },
  });
  expect(await ws.nx('run', 'api:codegen')).not.toContain('warning:');
});
