import {
  desiredState,
  Metadata,
  pgExtension,
  RestExtension,
  restView,
  SchemaConfig,
  table,
} from '@rowhouse/schema';
import { customType, pgSchema, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { NO_DRIFT, openMigrationProject } from '../migrations/migration-project.js';
import { startRestServer, type RestClient, type RestServer } from './rest-server.js';

const typed = (name: string) => customType<{ data: string }>({ dataType: () => name });
const all = ['select', 'insert', 'update', 'delete'] as const;

/** Columns whose types are in other schemas than the view, and keys that an extension compares. */
function newProject() {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(
    new RestExtension({ roles: ['reader'] }),
  );
  const shop = { metadata, config, schema: 'shop' };
  for (const name of ['citext', 'ltree', 'hstore']) {
    pgExtension(name, { metadata, schema: 'extensions' });
  }
  const mood = pgSchema('moods').enum('mood', ['fine', 'so so']);
  const people = table(
    'people',
    {
      mail: typed('citext')().notNull().unique(),
      mood: mood(),
      moods: mood().array(),
      labels: typed('extensions.hstore')(),
    },
    shop,
  );
  restView(people, { grants: all, roles: { reader: ['select'] }, upsert: ['mail'] });
  const paths = table('paths', { path: typed('ltree')().primaryKey(), note: text() }, shop);
  restView(paths, { grants: all, upsert: ['path'] });
  return { metadata, config };
}

let rest: RestServer;
let anon: RestClient;
beforeAll(async () => {
  rest = await startRestServer(inject('postgresUrl'), newProject());
  anon = rest.client();
});
afterAll(() => rest?.stop());

const ann = {
  mail: 'Ann@example.org',
  mood: 'so so',
  moods: ['fine'],
  labels: { a: 'b' },
};

test('values of such types are written, and compared as their extension does', async () => {
  const { error } = await anon.from('people').insert({ ...ann, labels: 'a=>b' });
  expect(error).toBeNull();
  for (const client of [anon, rest.client('reader')]) {
    const byMail = await client.from('people').select('id').eq('mail', 'ANN@example.org');
    expect(byMail.data).toHaveLength(1);
    const byLabel = await client.from('people').select('id').contains('labels', 'a=>b');
    expect(byLabel.data).toHaveLength(1);
  }
  const again = await anon.rpc('upsert_people', { mail: 'ann@EXAMPLE.org', mood: 'fine' });
  expect(again.data).toMatchObject([{ ...ann, mail: 'ann@EXAMPLE.org', mood: 'fine' }]);
});

test('rows are found by a key that only an extension compares', async () => {
  await anon.from('paths').insert({ path: 'a.b', note: 'one' });
  const changed = await anon.from('paths').update({ note: 'two' }).eq('path', 'a.b').select();
  expect(changed.data).toEqual([{ path: 'a.b', note: 'two' }]);
  const written = await anon.rpc('upsert_paths', { path: 'a.b', note: 'three' });
  expect(written.data).toEqual([{ path: 'a.b', note: 'three' }]);
  const gone = await anon.from('paths').delete().eq('path', 'a.b').select();
  expect(gone.data).toEqual([{ path: 'a.b', note: 'three' }]);
});

test('migrations carry the rights on the schemas, and see one that is missing', async () => {
  await using project = await openMigrationProject(inject('postgresUrl'));
  const { metadata, config } = newProject();
  metadata.registerGrant({
    on: { kind: 'schema', name: 'public' },
    privileges: ['create'],
    to: 'reader',
  });
  const state = desiredState(metadata, config);
  await project.apply(state);
  expect(await project.check(state)).toEqual(NO_DRIFT);
  const rows = await project.query(
    "SELECT has_schema_privilege('reader', 'extensions', 'USAGE') AS may",
  );
  expect(rows).toEqual([{ may: true }]);
  await project.query('REVOKE CREATE ON SCHEMA public FROM reader');
  expect((await project.check(state)).database).toMatchObject([
    { kind: 'privilege', object: 'public for reader' },
  ]);
});
