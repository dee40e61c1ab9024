import {
  fn,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  select,
  table,
  trigger,
} from '@rowhouse/schema';
import { integer, jsonb, text } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { config, metadata } from './blog.js';
import { blocked, firstRow, refusal } from './queries.js';
import { SERVERS, type TestServer } from './servers.js';
import { buildDatabase, type TestDatabase } from './test-database.js';

describe.each(SERVERS)('writing through REST views as anon on %s', (_name, start) => {
  let server: TestServer;
  let database: TestDatabase;
  let anon: pg.Client;
  beforeAll(async () => {
    server = await start();
    database = await buildDatabase(server.url, metadata, config);
    anon = await database.as('anon');
    await database.owner.query(`INSERT INTO blog.authors (name) VALUES ('Ann'), ('Bob')`);
  });
  afterAll(async () => {
    await database?.drop();
    await server?.stop();
  });

  describe('defaults', () => {
    test('of omitted columns are those of the table; sequences need no grant', async () => {
      const first = await firstRow(anon, 'INSERT INTO api.defaults DEFAULT VALUES RETURNING *');
      expect(first).toMatchObject({
        key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        plain: "it's \\",
        at: new Date(0),
        now: expect.any(Date) as Date,
        tags: ['a', 'b"c'],
        meta: { a: [1] },
        mood: "so 'so'",
        nullable: 'set',
        counter: 1,
        drawn: 1,
      });
      expect(
        await firstRow(anon, 'INSERT INTO api.defaults DEFAULT VALUES RETURNING counter, drawn'),
      ).toEqual({
        counter: 2,
        drawn: 2,
      });
      const privileges = await firstRow(
        anon,
        `SELECT has_sequence_privilege('anon', 'blog.articles_id_seq', 'USAGE') AS usage`,
      ).catch((error: unknown) => error);
      expect(privileges).toMatchObject({ code: '42501' });
    });

    test('an explicit NULL stays NULL, an explicit value wins', async () => {
      expect(
        await firstRow(
          anon,
          `INSERT INTO api.defaults (nullable, counter) VALUES (NULL, 99) RETURNING nullable, counter`,
        ),
      ).toEqual({ nullable: null, counter: 99 });
      expect(
        await refusal(anon, `INSERT INTO api.plain_articles (title, published) VALUES ('x', NULL)`),
      ).toMatchObject({ code: '23502' });
    });

    test('hold for each row of a statement', async () => {
      const { rows } = await anon.query(
        `INSERT INTO api.articles (headline) VALUES ('One'), ('Two') RETURNING body, published`,
      );
      expect(rows).toEqual(Array(2).fill({ body: 'empty', published: true }));
    });

    test('a column that the view does not show takes its own', async () => {
      await anon.query(`INSERT INTO api.inbox (title) VALUES ('Letter')`);
      expect(
        await firstRow(
          database.owner,
          `SELECT secret, body FROM blog.articles WHERE title = 'Letter'`,
        ),
      ).toEqual({ secret: 'hidden', body: 'empty' });
    });

    test('an identity that is always generated is left to PostgreSQL', async () => {
      const inserted = await firstRow(
        anon,
        `INSERT INTO api.events (what) VALUES ('start') RETURNING *`,
      );
      expect(inserted).toEqual({ no: '1', what: 'start' });
      expect(await refusal(anon, 'INSERT INTO api.events (no) VALUES (7)')).toEqual({
        code: '0A000',
        message: 'column "no" of view "api"."events" is read-only',
      });
      expect(await firstRow(anon, `UPDATE api.events SET what = 'end' RETURNING *`)).toEqual({
        no: '1',
        what: 'end',
      });
    });
  });

  describe('RETURNING', () => {
    test('shows the row as the view does: reordered, joined, computed, generated', async () => {
      expect(
        await firstRow(
          anon,
          `INSERT INTO api.articles (headline, author_id) VALUES ('Hello', 1) RETURNING *`,
        ),
      ).toMatchObject({
        slug: 'hello',
        headline: 'Hello',
        authorName: 'Ann',
        published: true,
        author_id: 1,
        length: 5,
        body: 'empty',
      });
      expect(
        await firstRow(
          anon,
          `UPDATE api.articles SET headline = 'Goodbye', author_id = 2 WHERE headline = 'Hello' RETURNING *`,
        ),
      ).toMatchObject({ slug: 'goodbye', authorName: 'Bob', length: 7 });
      expect(
        await firstRow(
          anon,
          `DELETE FROM api.articles WHERE headline = 'Goodbye' RETURNING "authorName"`,
        ),
      ).toEqual({ authorName: 'Bob' });
    });

    test('shows what triggers of the table do', async () => {
      await anon.query(`INSERT INTO api.plain_articles (title) VALUES ('Clock')`);
      expect(
        await firstRow(
          anon,
          `UPDATE api.plain_articles SET body = 'tick' WHERE title = 'Clock'
           RETURNING updated_at > created_at AS touched`,
        ),
      ).toEqual({ touched: true });
    });

    test('is empty for a row that a trigger of the table drops', async () => {
      await database.owner.query(
        `CREATE FUNCTION blog.drop_spam() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN IF NEW.title = 'Spam' THEN RETURN NULL; END IF; RETURN NEW; END $$;
         CREATE TRIGGER drop_spam BEFORE INSERT ON blog.articles
           FOR EACH ROW EXECUTE FUNCTION blog.drop_spam()`,
      );
      const spam = await anon.query(
        `INSERT INTO api.articles (headline) VALUES ('Spam'), ('Ham') RETURNING headline`,
      );
      expect(spam.rows).toEqual([{ headline: 'Ham' }]);
      expect(spam.rowCount).toBe(1);
    });

    test('works where the view does not show the key', async () => {
      expect(
        await firstRow(anon, `INSERT INTO api.outbox (title) VALUES ('Out') RETURNING *`),
      ).toEqual({
        title: 'Out',
        published: true,
        loud: 'OUT',
      });
    });
  });

  describe('rows', () => {
    test('are found by a composite key under other names, also when it changes', async () => {
      await anon.query(
        `INSERT INTO api.lines ("orderNo", no, amount) VALUES (1, 1, 1), (1, 2, 2), (2, 1, 3)`,
      );
      const changed = await anon.query(
        `UPDATE api.lines SET amount = 20, no = 9 WHERE no = 2 RETURNING *`,
      );
      expect(changed.rows).toEqual([{ meta: null, no: 9, orderNo: 1, amount: '20' }]);
      expect((await anon.query('DELETE FROM api.lines WHERE "orderNo" = 1')).rowCount).toBe(2);
      const rest = await database.owner.query('SELECT "order", line, amount FROM blog.lines');
      expect(rest.rows).toEqual([{ order: 2, line: 1, amount: '3' }]);
    });

    test('that another session deletes meanwhile are not counted', async () => {
      await anon.query(`INSERT INTO api.plain_articles (title) VALUES ('Gone')`);
      for (const statement of [
        `UPDATE api.plain_articles SET body = 'x' WHERE title = 'Gone'`,
        `DELETE FROM api.plain_articles WHERE title = 'Gone'`,
      ]) {
        await database.owner.query('BEGIN');
        await database.owner.query(`DELETE FROM blog.articles WHERE title = 'Gone'`);
        const waiting = anon.query(statement);
        await blocked(database.owner);
        await database.owner.query('COMMIT');
        expect((await waiting).rowCount).toBe(0);
        await anon.query(`INSERT INTO api.plain_articles (title) VALUES ('Gone')`);
      }
    });

    test('two concurrent updates of different columns both survive', async () => {
      await anon.query(`INSERT INTO api.plain_articles (title, body) VALUES ('Both', 'old')`);
      const other = await database.as('anon');
      await other.query('BEGIN');
      await other.query(`UPDATE api.plain_articles SET body = 'new' WHERE title = 'Both'`);
      const waiting = anon.query(
        `UPDATE api.plain_articles SET author_id = 2 WHERE title = 'Both' RETURNING body, author_id`,
      );
      await blocked(database.owner);
      await other.query('COMMIT');
      expect((await waiting).rows).toEqual([{ body: 'new', author_id: 2 }]);
    });

    test('a change that equality does not see, and types without equality, are written', async () => {
      await anon.query(
        `INSERT INTO api.lines ("orderNo", no, amount, meta) VALUES (7, 1, 1.0, '{"a":1}')`,
      );
      expect(
        await firstRow(
          anon,
          `UPDATE api.lines SET amount = 1.00, meta = '{"a": 1}' WHERE "orderNo" = 7
                   RETURNING amount, meta::text`,
        ),
      ).toEqual({ amount: '1.00', meta: '{"a": 1}' });
      expect(
        await firstRow(
          anon,
          `UPDATE api.lines SET meta = NULL WHERE "orderNo" = 7 RETURNING amount, meta`,
        ),
      ).toEqual({ amount: '1.00', meta: null });
    });
  });
});

describe('an update of a table with a trigger for some columns', () => {
  test.each(SERVERS)('sets the columns that change, and no other, on %s', async (_name, start) => {
    const server = await start();
    const app = new Metadata();
    const rest = new SchemaConfig({ autoDiscover: false }).use(new RestExtension());
    const shared = { metadata: app, config: rest, schema: 'shop' };
    table('log', { what: text() }, shared);
    const columns = { name: text(), price: integer(), tags: jsonb(), secret: text() };
    const items = table('items', columns, shared);
    const note = fn('note', {
      ...shared,
      returns: 'trigger',
      language: 'plpgsql',
      body: 'BEGIN INSERT INTO shop.log (what) VALUES (TG_ARGV[0]); RETURN NULL; END',
    });
    for (const column of ['name', 'price', 'tags', 'id']) {
      trigger(`${column}_changes`, {
        on: items,
        timing: 'after',
        events: ['update'],
        updateOf: [column],
        call: note,
        args: [column],
      });
    }
    const grants = ['select', 'update'] as const;
    restView(items, { grants, excludeColumns: ['secret'] });
    restView(items, {
      name: 'priced',
      grants,
      query: (_base, source) =>
        select({ label: source.name, cents: source.price, id: source.id }).from(source),
    });
    const database = await buildDatabase(server.url, app, rest);
    try {
      const anon = await database.as('anon');
      await database.owner.query(`INSERT INTO shop.items VALUES (DEFAULT, 'a', 1, '{"a": 1}')`);
      const fired = async (update: string) => {
        const { rowCount } = await anon.query(update);
        expect(rowCount).toBe(1);
        const { rows } = await database.owner.query<{ what: string }>(
          'DELETE FROM shop.log RETURNING what',
        );
        return rows.map(({ what }) => what).sort();
      };
      expect(await fired(`UPDATE api.items SET name = 'b', price = 1`)).toEqual(['name']);
      expect(await fired(`UPDATE api.items SET price = 2, tags = '{"b": 1}'`)).toEqual([
        'price',
        'tags',
      ]);
      expect(await fired(`UPDATE api.priced SET cents = 3`)).toEqual(['price']);
      // It writes the row, so that a trigger for every update is fired, but changes nothing.
      expect(await fired(`UPDATE api.items SET name = name`)).toEqual(['id']);
      expect(await firstRow(database.owner, 'SELECT name, price, tags FROM shop.items')).toEqual({
        name: 'b',
        price: 3,
        tags: { b: 1 },
      });
    } finally {
      await database.drop();
      await server.stop();
    }
  });
});
