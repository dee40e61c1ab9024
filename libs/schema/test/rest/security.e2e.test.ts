import {
  materializedView,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  schemaView,
  select,
  table,
  type RestExtensionOptions,
} from '@rowhouse/schema';
import { alias, integer, pgPolicy, text } from 'drizzle-orm/pg-core';
import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startRestServer, type RestServer } from './rest-server.js';
import { SERVERS, type TestServer } from './servers.js';

const all = ['select', 'insert', 'update', 'delete'] as const;

/** Notes that each role sees its own of, and their readers. */
function newProject(options: RestExtensionOptions = {}) {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(
    new RestExtension({ roles: ['editor'], ...options }),
  );
  const shared = { metadata, config, schema: 'blog' };
  const topics = table('topics', { name: text().notNull(), secret: text() }, shared);
  const notes = table(
    'notes',
    {
      owner: text()
        .notNull()
        .default(sql`current_user`),
      body: text(),
      secret: text().default('hidden'),
      topicId: integer('topic_id').references(() => topics.table.id),
    },
    {
      ...shared,
      constraints: () => [
        pgPolicy('own', { using: sql`owner = current_user`, withCheck: sql`owner = current_user` }),
      ],
    },
  );
  return { metadata, config, topics, notes, shared };
}

test('a view over a table with policies must say whose rights it has', () => {
  const both = /row-level security.*security: 'invoker'.*security: 'definer'/s;
  const unsaid = newProject();
  expect(() => restView(unsaid.notes)).toThrow(both);
  // So must one that joins such a table, under another name as well.
  const other = alias(unsaid.notes.table, 'other');
  expect(() =>
    restView(unsaid.topics, {
      query: (_base, source) =>
        select({ id: source.id, body: other.body })
          .from(source)
          .leftJoin(other, eq(other.topicId, source.id)),
    }),
  ).toThrow(both);
  expect(restView(unsaid.topics).security).toBe('definer');
  expect(restView(unsaid.notes, { security: 'definer' }).security).toBe('definer');
  const said = newProject({ security: 'invoker' });
  expect(restView(said.notes).security).toBe('invoker');
  expect(restView(said.notes, { name: 'all', security: 'definer' }).security).toBe('definer');
});

test('writes with the rights of the writer need the right to read', () => {
  const { notes } = newProject();
  expect(() => restView(notes, { security: 'invoker', grants: ['insert'] })).toThrow(
    "grants insert to the role 'anon' without 'select'",
  );
});

describe.each(SERVERS)('row-level security on %s', (_name, start) => {
  let server: TestServer;
  let rest: RestServer;
  let owner: pg.Client;
  beforeAll(async () => {
    const { metadata, config, topics, notes, shared } = newProject();
    const roles = { editor: all };
    restView(notes, { grants: all, roles, security: 'invoker', excludeColumns: ['secret'] });
    restView(notes, {
      name: 'all_notes',
      roles,
      security: 'definer',
      grants: all,
      excludeColumns: ['secret'],
    });
    restView(notes, {
      name: 'long_notes',
      grants: all,
      roles,
      security: 'invoker',
      query: (_base, source) =>
        select({ body: source.body, id: source.id, topic: topics.table.name })
          .from(source)
          .leftJoin(topics.table, eq(topics.table.id, source.topicId))
          .where(sql`length(${source.body}) > 2 and ${source.secret} is not null`),
    });
    const own = schemaView('own_notes', {
      metadata,
      schema: 'blog',
      security: 'invoker',
      query: (builder) => builder.select({ body: notes.table.body }).from(notes.table),
    });
    const keys = table('keys', { body: text() }, shared);
    restView(keys, {
      name: 'bodies',
      security: 'invoker',
      query: (_base, source) =>
        select({ id: source.id, body: own.table.body })
          .from(source)
          .innerJoin(own.table, sql`true`),
    });
    const stored = materializedView('stored_keys', {
      metadata,
      schema: 'blog',
      query: (builder) => builder.select({ body: keys.table.body }).from(keys.table),
    });
    restView(keys, {
      name: 'stored',
      security: 'invoker',
      query: (_base, source) =>
        select({ id: source.id, body: stored.table.body })
          .from(source)
          .innerJoin(stored.table, sql`true`),
    });
    metadata.registerGrant({
      on: { kind: 'table', schema: 'blog', name: 'notes' },
      privileges: ['select'],
      columns: ['body'],
      to: 'anon',
    });
    server = await start();
    rest = await startRestServer(server.url, { metadata, config });
    ({ owner } = rest.database);
    await owner.query(`
      INSERT INTO blog.topics (name) VALUES ('tea');
      INSERT INTO blog.keys (body) VALUES ('key');
      INSERT INTO blog.notes (owner, body, topic_id) VALUES
        ('anon', 'of anon', 1), ('editor', 'of editor', 1), ('nobody', 'of nobody', NULL)`);
  });
  afterAll(async () => {
    await rest?.stop();
    await server?.stop();
  });

  const bodies = async (view: string, role?: string) => {
    const { data, error } = await rest.client(role).from(view).select('body').order('body');
    return error ?? (data as { body: string }[]).map(({ body }) => body);
  };

  test('as the invoker, each role sees its own rows; as the definer, all', async () => {
    expect(await bodies('notes')).toEqual(['of anon']);
    expect(await bodies('notes', 'editor')).toEqual(['of editor']);
    expect(await bodies('long_notes')).toEqual(['of anon']);
    expect(await bodies('bodies')).toEqual(['of anon']);
    expect(await bodies('all_notes')).toEqual(['of anon', 'of editor', 'of nobody']);
    expect(await bodies('all_notes', 'editor')).toHaveLength(3);
  });

  test('a materialized view is read as well', async () => {
    await owner.query('REFRESH MATERIALIZED VIEW blog.stored_keys');
    expect(await bodies('stored')).toEqual(['key']);
    const privileges = await owner.query(
      `SELECT has_table_privilege('anon', 'blog.stored_keys', 'SELECT') AS stored,
              has_table_privilege('anon', 'blog.keys', 'SELECT') AS keys`,
    );
    // Migrations refuse privileges on columns of it.
    expect(privileges.rows).toEqual([{ stored: true, keys: false }]);
  });

  test('so it is with writes', async () => {
    const editor = rest.client('editor');
    const { data } = await editor.from('notes').insert({ body: 'new' }).select();
    expect(data).toMatchObject([{ owner: 'editor', body: 'new' }]);
    expect(await editor.from('notes').insert({ owner: 'anon', body: 'x' })).toMatchObject({
      status: 403,
      error: {
        code: '42501',
        message: 'new row violates row-level security policy for table "notes"',
      },
    });
    // Somebody else's row is not there.
    for (const view of ['notes', 'long_notes']) {
      const change = editor.from(view).update({ body: 'taken' }, { count: 'exact' });
      expect(await change.eq('id', 1)).toMatchObject({ count: 0 });
    }
    expect(await editor.from('notes').delete({ count: 'exact' }).eq('id', 1)).toMatchObject({
      count: 0,
    });
    const own = editor.from('long_notes').update({ body: 'newer' }).eq('body', 'new');
    expect((await own.select('body, topic')).data).toEqual([{ body: 'newer', topic: null }]);
    expect(await editor.from('long_notes').insert({ body: 'longer' })).toMatchObject({
      status: 201,
    });
    expect(await editor.from('notes').delete({ count: 'exact' }).eq('body', 'newer')).toMatchObject(
      { count: 1 },
    );
    const definer = rest
      .client()
      .from('all_notes')
      .update({ body: 'of somebody' })
      .eq('owner', 'nobody');
    expect((await definer.select('body')).data).toEqual([{ body: 'of somebody' }]);
  });

  test('the grants on the tables end where the views do', async () => {
    const client = await rest.database.as('anon');
    await expect(client.query('SELECT body FROM blog.notes')).resolves.toBeDefined();
    await expect(client.query('SELECT owner FROM blog.topics')).rejects.toMatchObject({
      code: '42703',
    });
    await expect(client.query('SELECT secret FROM blog.topics')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(
      client.query("INSERT INTO blog.notes (secret) VALUES ('x')"),
    ).rejects.toMatchObject({
      code: '42501',
    });
  });
});
