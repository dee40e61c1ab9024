import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { config, metadata } from './blog.js';
import { firstRow, refusal } from './queries.js';
import { SERVERS, type TestServer } from './servers.js';
import { buildDatabase, type TestDatabase } from './test-database.js';

describe.each(SERVERS)('what REST views refuse on %s', (_name, start) => {
  let server: TestServer;
  let database: TestDatabase;
  let anon: pg.Client;
  beforeAll(async () => {
    server = await start();
    database = await buildDatabase(server.url, metadata, config);
    anon = await database.as('anon');
    await database.owner.query(`INSERT INTO blog.authors (name) VALUES ('Ann'), ('Bob')`);
    await anon.query(`INSERT INTO api.plain_articles (title) VALUES ('One')`);
  });
  afterAll(async () => {
    await database?.drop();
    await server?.stop();
  });

  describe('refusals', () => {
    test.each([
      [
        'a joined column',
        `INSERT INTO api.articles (headline, "authorName") VALUES ('x', 'Eve')`,
        '0A000',
        'column "authorName" of view "api"."articles" is read-only',
      ],
      [
        'a computed column',
        `INSERT INTO api.articles (headline, length) VALUES ('x', 3)`,
        '0A000',
        'column "length" of view "api"."articles" is read-only',
      ],
      [
        'a generated column',
        `UPDATE api.plain_articles SET slug = 'x' WHERE title = 'One'`,
        '0A000',
        'column "slug" of view "api"."plain_articles" is read-only',
      ],
      [
        'an inserted row that the view would not show',
        `INSERT INTO api.articles (headline, published) VALUES ('x', false)`,
        '44000',
        'new row is not visible through view "api"."articles"',
      ],
      [
        'the same without the key in the view',
        `INSERT INTO api.outbox (title, published) VALUES ('x', false)`,
        '44000',
        'new row is not visible through view "api"."outbox"',
      ],
      [
        'an updated row that the view would not show',
        `UPDATE api.articles SET published = false`,
        '44000',
        'new row is not visible through view "api"."articles"',
      ],
      [
        'a write that only another role may do',
        `UPDATE api.edited SET title = 'x'`,
        '42501',
        'permission denied for view edited',
      ],
      [
        'a read that is not granted',
        `SELECT * FROM api.inbox`,
        '42501',
        'permission denied for view inbox',
      ],
      ['the table', `SELECT * FROM blog.articles`, '42501', 'permission denied for schema blog'],
      [
        'a call of a trigger function',
        `SELECT api_triggers.articles_write()`,
        '42501',
        'permission denied for function articles_write',
      ],
    ])('%s', async (_what, statement, code, message) => {
      expect(await refusal(anon, statement)).toEqual({ code, message });
    });

    test('a value of a read-only column that does not change is no write', async () => {
      expect(
        await firstRow(
          anon,
          `UPDATE api.articles SET "authorName" = "authorName", length = length, body = 'same'
                   WHERE headline = 'One' RETURNING body`,
        ),
      ).toEqual({ body: 'same' });
    });

    test('what nobody was granted is refused to the owner as well', async () => {
      for (const [statement, message] of [
        [`INSERT INTO api.authors (name) VALUES ('Eve')`, 'cannot insert into view "authors"'],
        [`UPDATE api.authors SET name = 'Eve'`, 'cannot update view "authors"'],
        [`DELETE FROM api.authors`, 'cannot delete from view "authors"'],
        [`UPDATE api.inbox SET title = 'x'`, 'cannot update view "inbox"'],
        [`DELETE FROM api.inbox`, 'cannot delete from view "inbox"'],
      ] as const) {
        expect(await refusal(database.owner, statement)).toEqual({ code: '55000', message });
        expect(await refusal(anon, statement)).toMatchObject({ code: '55000' });
      }
      expect(await firstRow(database.owner, 'SELECT count(*)::int AS n FROM blog.authors')).toEqual(
        {
          n: 2,
        },
      );
    });
  });

  describe('security', () => {
    test('the trigger functions are definer functions, and no function has a search path or can be called, but for the check of requests', async () => {
      const { rows } = await database.owner.query(
        `SELECT count(*)::int AS n, bool_and(prosecdef = (prorettype = 'trigger'::regtype)) AS definer,
                bool_and(proconfig = ARRAY['search_path=""']) AS pinned,
                array_agg(proname::text) FILTER (WHERE has_function_privilege('anon', p.oid, 'EXECUTE')) AS callable
         FROM pg_proc p WHERE pronamespace = 'api_triggers'::regnamespace`,
      );
      expect(rows).toEqual([{ n: 11, definer: true, pinned: true, callable: ['check_request'] }]);
    });

    test('objects of the writer in its search path are not used', async () => {
      const attacker = await database.as('anon');
      await attacker.query(`CREATE TEMP TABLE articles (LIKE pg_class)`);
      await attacker.query(`SET search_path = pg_temp, api`);
      await attacker.query(`INSERT INTO api.plain_articles (title) VALUES ('Safe')`);
      expect(
        await firstRow(
          database.owner,
          `SELECT count(*)::int AS n FROM blog.articles WHERE title = 'Safe'`,
        ),
      ).toEqual({ n: 1 });
    });

    test('anon cannot log in, and authenticator only switches roles', async () => {
      const { rows } = await database.owner.query(
        `SELECT rolname, rolcanlogin, rolinherit FROM pg_roles
         WHERE rolname IN ('anon', 'authenticator', 'editor') ORDER BY rolname`,
      );
      expect(rows).toEqual([
        { rolname: 'anon', rolcanlogin: false, rolinherit: true },
        { rolname: 'authenticator', rolcanlogin: true, rolinherit: false },
        { rolname: 'editor', rolcanlogin: false, rolinherit: true },
      ]);
    });

    test('a further role may do what it was granted, and that alone', async () => {
      const editor = await database.as('editor');
      await editor.query(`UPDATE api.edited SET body = 'edited' WHERE title = 'One'`);
      expect(await firstRow(anon, `SELECT body FROM api.edited WHERE title = 'One'`)).toEqual({
        body: 'edited',
      });
      expect(await refusal(editor, `SELECT * FROM api.articles`)).toMatchObject({ code: '42501' });
    });
  });

  test('comments of the table and its columns are on the view', async () => {
    const { rows } = await database.owner.query(
      `SELECT obj_description('api.articles'::regclass) AS view,
              col_description('api.articles'::regclass, 2) AS headline,
              col_description('api.articles'::regclass, 3) AS "authorName",
              col_description('api.articles'::regclass, 6) AS author_id`,
    );
    expect(rows).toEqual([
      {
        view: "The blog's articles",
        headline: 'As it is printed',
        authorName: null,
        author_id: 'Who wrote it',
      },
    ]);
  });
});
