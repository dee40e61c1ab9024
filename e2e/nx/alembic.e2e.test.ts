import { createDatabase, type TemporaryDatabase } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { createWorkspace, nxVersions, usePython, type NxWorkspace } from './support/workspace.js';

/** A new project whose tables are migrated by Alembic. */
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
});
afterAll(async () => {
  await ws.dispose();
  await database.drop();
});

const model = 'apps/api/models/invoice.py';

test('a model becomes a migration, and the migration a table', async () => {
  await ws.nx('run', 'api:db-revision', '--message=add invoices');
  await ws.nx('run', 'api:db-upgrade');
  expect(await ws.nx('run', 'api:db-check')).toContain('No new upgrade operations detected');
  const migration = await ws.run('sh', '-c', 'cat apps/api/migrations/versions/*.py');
  expect(migration).toContain("name=op.f('pk_invoice')");
});

test('the check notices a model without a migration', async () => {
  const text = await ws.read(model);
  await ws.write({ [model]: text.replace(/( +)number: /, '$1note: Mapped[str | None]\n$&') });
  const { tasks, output } = await ws.failures('run', 'api:db-check');
  expect(tasks).toEqual(['api:db-check']);
  expect(output).toContain("Column('note'");
});
