import { Metadata, RestExtension, restView, SchemaConfig, table } from '@rowhouse/schema';
import { eq } from 'drizzle-orm';
import { boolean, integer, text, unique } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

import { desiredState } from '../../src/index.js';
import { NO_DRIFT, openMigrationProject } from '../migrations/migration-project.js';
import { startRestServer, type RestClient, type RestServer } from './rest-server.js';

const serverUrl = inject('postgresUrl');
const all = ['select', 'insert', 'update'] as const;

/** Pages by their slug, which shows what an upsert may be given. */
function newPages(columns: readonly ('id' | 'slug' | 'title' | 'views' | 'ours')[]) {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(
    new RestExtension({ roles: ['editor', 'reader'] }),
  );
  const site = { metadata, config, schema: 'site' };
  const pages = table(
    'pages',
    {
      slug: text().notNull().unique(),
      title: text().notNull().default('Untitled'),
      views: integer().notNull().default(0),
      ours: text().unique(),
      published: boolean().notNull().default(true),
    },
    site,
  );
  restView(pages, {
    name: '100% "pages"',
    grants: all,
    roles: { editor: all, reader: ['select', 'insert'] },
    columns: [...columns],
    upsert: ['slug'],
  });
  restView(pages, {
    name: 'published',
    grants: all,
    upsert: ['slug'],
    query: (base, source) => base.where(eq(source.published, true)),
  });
  const lines = table(
    'lines',
    { orderId: integer('order_id').notNull(), no: integer().notNull(), text: text() },
    { ...site, constraints: (self) => [unique().on(self.no, self.orderId)] },
  );
  restView(lines, { grants: all, upsert: ['orderId', 'no'] });
  return { metadata, config };
}

let rest: RestServer;
let anon: RestClient;
beforeAll(async () => {
  rest = await startRestServer(serverUrl, newPages(['id', 'slug', 'title', 'views']));
  anon = rest.client();
});
afterAll(async () => {
  await rest?.stop();
});
beforeEach(async () => {
  await rest.database.owner.query(
    `TRUNCATE site.pages, site.lines RESTART IDENTITY;
     INSERT INTO site.pages (slug, title, views, ours) VALUES ('home', 'Home', 7, 'TOPSECRET')`,
  );
});

const upsert = (rows: unknown, client = anon) =>
  client.rpc('upsert_100% "pages"', rows as Record<string, unknown>);
const pages = async () =>
  (await rest.database.owner.query('SELECT slug, title, views, ours FROM site.pages ORDER BY id'))
    .rows as unknown[];

describe('POST /rpc/upsert_<view>', () => {
  test('changes what is given of a row that is there, and inserts one that is not', async () => {
    expect(await upsert({ slug: 'home', title: 'Start' })).toMatchObject({
      status: 200,
      data: [{ id: 1, slug: 'home', title: 'Start', views: 7 }],
    });
    expect(await upsert({ slug: 'about', views: 1 })).toMatchObject({
      status: 200,
      data: [{ slug: 'about', title: 'Untitled', views: 1 }],
    });
    expect(await pages()).toEqual([
      { slug: 'home', title: 'Start', views: 7, ours: 'TOPSECRET' },
      { slug: 'about', title: 'Untitled', views: 1, ours: null },
    ]);
  });

  test('takes a list, in its order, and answers the columns asked for', async () => {
    const rows = ['home', 'new', 'home'].map((slug, index) => ({ slug, views: index }));
    const { data, error } = await upsert(rows).select('slug, title, views');
    expect(error).toBeNull();
    expect(data).toEqual([
      { slug: 'home', title: 'Home', views: 0 },
      { slug: 'new', title: 'Untitled', views: 1 },
      { slug: 'home', title: 'Home', views: 2 },
    ]);
    expect(await upsert([])).toMatchObject({ status: 200, data: [] });
  });

  test('matches rows by several columns, whatever their order and names', async () => {
    const first = { order_id: 1, no: 1, text: 'a' };
    await anon.rpc('upsert_lines', first);
    await anon.rpc('upsert_lines', [
      { ...first, text: 'b' },
      { ...first, no: 2 },
    ] as never);
    const { data } = await anon.from('lines').select('order_id, no, text').order('no');
    expect(data).toEqual([
      { ...first, text: 'b' },
      { ...first, no: 2 },
    ]);
  });

  test('changes a row that somebody else inserts meanwhile', async () => {
    const { owner } = rest.database;
    await owner.query("BEGIN; INSERT INTO site.pages (slug, title) VALUES ('raced', 'First')");
    const answer = upsert({ slug: 'raced', views: 5 }).then((result) => result);
    const waiting = 'SELECT FROM pg_locks WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))';
    await expect.poll(async () => (await owner.query(waiting)).rows).not.toEqual([]);
    await owner.query('COMMIT');
    expect(await answer).toMatchObject({
      status: 200,
      data: [{ slug: 'raced', title: 'First', views: 5 }],
    });
  });

  test.each([
    ['no value to match by', { title: 'x' }, 400, '22023', 'a row has no slug, by which rows'],
    ['a list in the list', [['slug']], 400, 'PGRST102', 'keys must match'],
    ['a hidden column', { slug: 'a', ours: 'x' }, 400, '42703', 'ours'],
    ['an unknown column', { slug: 'a', 'x"y': 1 }, 400, '42703', 'x"y'],
    ['a value of another type', { slug: 'a', views: 'many' }, 400, '22P02', 'many'],
  ])('refuses %s', async (_what, rows, status, code, message) => {
    expect(await upsert(rows)).toMatchObject({
      status,
      error: { code, message: expect.stringContaining(message) as string },
    });
    expect(await pages()).toHaveLength(1);
  });

  test.each([5, 'slug', null])(
    'writes nothing for %j, as for any view: PostgREST takes it for []',
    async (body) => {
      const inserted = await anon.from('lines').insert(body as never);
      expect([await upsert(body), inserted]).toMatchObject([
        { status: 200, data: [] },
        { status: 201 },
      ]);
      expect(await pages()).toHaveLength(1);
    },
  );

  test('writes all rows or none', async () => {
    expect((await upsert([{ slug: 'a' }, { slug: 'home', title: null }])).status).toBe(400);
    expect(await pages()).toHaveLength(1);
  });

  test('refuses what another key or the filter of the view is in the way of, and quotes nothing hidden', async () => {
    const other = await upsert({ id: 1, slug: 'other' });
    expect(other).toMatchObject({ status: 409, error: { code: '23505' } });
    expect(JSON.stringify(other)).not.toContain('TOPSECRET');
    await rest.database.owner.query('UPDATE site.pages SET published = false');
    expect(await anon.rpc('upsert_published', { slug: 'home' })).toMatchObject({
      status: 409,
      error: { code: '23505' },
    });
  });

  test('is for the roles that may select, insert and update', async () => {
    expect((await upsert({ slug: 'home', views: 1 }, rest.client('editor'))).status).toBe(200);
    expect(await upsert({ slug: 'home' }, rest.client('reader'))).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
  });
});

test('migrations carry it, and make it anew with its view', async () => {
  await using project = await openMigrationProject(serverUrl);
  const state = (...columns: Parameters<typeof newPages>[0][number][]) => {
    const { metadata, config } = newPages(columns);
    return desiredState(metadata, config);
  };
  await project.apply(state('id', 'slug'));
  await project.apply(state('id', 'title', 'slug'));
  expect(await project.check(state('id', 'title', 'slug'))).toEqual(NO_DRIFT);
  expect(
    await project.query(`SELECT * FROM api."upsert_100% ""pages"""('{"slug": "a", "id": 3}')`),
  ).toEqual([{ id: 3, title: 'Untitled', slug: 'a' }]);
  await project.rollback();
  expect(await project.check(state('id', 'slug'))).toMatchObject({ database: [] });
});
