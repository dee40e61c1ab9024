import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startRestServer, type RestClient, type RestServer } from './rest-server.js';
import { SERVERS, type TestServer } from './servers.js';

describe.each(SERVERS)('PostgREST in front of %s', (_name, start) => {
  let server: TestServer;
  let rest: RestServer;
  let anon: RestClient;
  beforeAll(async () => {
    server = await start();
    rest = await startRestServer(server.url);
    anon = rest.client();
  });
  afterAll(async () => {
    await rest?.stop();
    await server?.stop();
  });
  beforeEach(async () => {
    await rest.database.owner.query(
      `TRUNCATE blog.articles, blog.authors, blog.lines, blog.events RESTART IDENTITY CASCADE;
       INSERT INTO blog.authors (name) VALUES ('Ann'), ('Bob');
       INSERT INTO blog.articles (title, author_id, published)
       VALUES ('One', 1, true), ('Two', 2, true), ('Three', 1, true), ('Draft', 1, false)`,
    );
  });

  describe('reads', () => {
    test('rows, chosen columns, filtered, ordered and counted', async () => {
      const { data, count, status } = await anon
        .from('articles')
        .select('id, headline, authorName', { count: 'exact' })
        .gt('length', 2)
        .neq('headline', 'Two')
        .order('id');
      expect({ data, count, status }).toEqual({
        data: [
          { id: 1, headline: 'One', authorName: 'Ann' },
          { id: 3, headline: 'Three', authorName: 'Ann' },
        ],
        count: 2,
        status: 200,
      });
    });

    test('the author of an article, and the articles of an author', async () => {
      const one = await anon
        .from('articles')
        .select('headline, authors(name)')
        .eq('id', 1)
        .single();
      expect(one.data).toEqual({ headline: 'One', authors: { name: 'Ann' } });
      const many = await anon
        .from('authors')
        .select('name, articles(headline)')
        .eq('id', 1)
        .single();
      expect(many.data).toEqual({
        name: 'Ann',
        articles: [{ headline: 'One' }, { headline: 'Three' }],
      });
    });
  });

  test('a view that joins another', async () => {
    const { data } = await anon.from('author_stats').select().order('id');
    expect(data).toEqual([
      { id: 1, name: 'Ann', written: 3 },
      { id: 2, name: 'Bob', written: 1 },
    ]);
    const eve = await anon.from('author_stats').insert({ name: 'Eve' }).select().single();
    expect(eve.data).toEqual({ id: 3, name: 'Eve', written: null });
  });

  describe('inserts', () => {
    test('one row with omitted columns takes the defaults and comes back as the view shows it', async () => {
      const { data, status, error } = await anon
        .from('articles')
        .insert({ headline: 'New', author_id: 2 })
        .select()
        .single();
      expect({ status, error }).toEqual({ status: 201, error: null });
      expect(data).toEqual({
        id: 5,
        slug: 'new',
        headline: 'New',
        authorName: 'Bob',
        published: true,
        author_id: 2,
        length: 3,
        body: 'empty',
      });
    });

    test('many rows at once', async () => {
      const { data } = await anon
        .from('articles')
        .insert([{ headline: 'Four' }, { headline: 'Five' }])
        .select('headline, body');
      expect(data).toEqual([
        { headline: 'Four', body: 'empty' },
        { headline: 'Five', body: 'empty' },
      ]);
    });

    test('a key that only some rows have is NULL in the others, or with missing=default the default', async () => {
      const rows = [{ headline: 'Four', body: 'text' }, { headline: 'Five' }];
      const plain = await anon.from('articles').insert(rows).select('body');
      expect(plain.data).toEqual([{ body: 'text' }, { body: null }]);
      const filled = await anon
        .from('articles')
        .insert(rows, { defaultToNull: false })
        .select('id, body, published');
      expect(filled.data).toEqual([
        { id: 7, body: 'text', published: true },
        { id: 8, body: 'empty', published: true },
      ]);
    });

    test('the place of the new row is told', async () => {
      const insert = async (path: string, row: object) => {
        const response = await fetch(`${rest.url}/${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Prefer: 'return=headers-only' },
          body: JSON.stringify(row),
        });
        return [response.status, response.headers.get('location')];
      };
      expect(await insert('articles', { headline: 'New' })).toEqual([201, '/articles?id=eq.5']);
      expect(await insert('lines', { orderNo: 3, no: 4, amount: 1 })).toEqual([
        201,
        '/lines?no=eq.4&orderNo=eq.3',
      ]);
    });

    test('a row that cannot be read back is inserted all the same', async () => {
      expect(await anon.from('inbox').insert({ title: 'Letter' })).toMatchObject({ status: 201 });
      const { rows } = await rest.database.owner.query(
        `SELECT title, secret FROM blog.articles WHERE id = 5`,
      );
      expect(rows).toEqual([{ title: 'Letter', secret: 'hidden' }]);
    });
  });

  describe('changes', () => {
    test('an update gives the row as it is now', async () => {
      const { data, status } = await anon
        .from('articles')
        .update({ headline: 'Uno', author_id: 2 })
        .eq('id', 1)
        .select('slug, headline, authorName, length')
        .single();
      expect({ data, status }).toEqual({
        data: { slug: 'uno', headline: 'Uno', authorName: 'Bob', length: 3 },
        status: 200,
      });
    });

    test('counts are those of the rows that were changed', async () => {
      const update = anon.from('articles').update({ body: 'x' }, { count: 'exact' });
      expect(await update.eq('author_id', 1)).toMatchObject({ status: 204, count: 2 });
      const none = anon.from('articles').update({ body: 'x' }, { count: 'exact' });
      expect(await none.eq('id', 99)).toMatchObject({ status: 204, count: 0 });
    });

    test('two requests that change different columns both take effect', async () => {
      const [first, second] = await Promise.all([
        anon.from('plain_articles').update({ body: 'new' }).eq('id', 1),
        anon.from('plain_articles').update({ author_id: 2 }).eq('id', 1),
      ]);
      expect([first.status, second.status]).toEqual([204, 204]);
      const { data } = await anon.from('plain_articles').select('body, author_id').eq('id', 1);
      expect(data).toEqual([{ body: 'new', author_id: 2 }]);
    });

    test('a delete gives what was deleted', async () => {
      const { data } = await anon.from('articles').delete().eq('id', 2).select('id, authorName');
      expect(data).toEqual([{ id: 2, authorName: 'Bob' }]);
      expect((await anon.from('articles').select('id')).data).toEqual([{ id: 1 }, { id: 3 }]);
    });
  });

  describe('refuses', () => {
    const refused = (status: number, code: string, message: string) => ({
      status,
      error: { code, message },
      data: null,
    });

    test('a value for a joined, computed or generated column', async () => {
      for (const [column, value] of Object.entries({ authorName: 'Eve', length: 1, slug: 's' })) {
        expect(
          await anon
            .from('articles')
            .update({ [column]: value })
            .eq('id', 1),
        ).toMatchObject(
          refused(400, '0A000', `column "${column}" of view "api"."articles" is read-only`),
        );
      }
    });

    test('a row that the view would not show', async () => {
      expect(await anon.from('articles').insert({ headline: 'x', published: false })).toMatchObject(
        refused(400, '44000', 'new row is not visible through view "api"."articles"'),
      );
      expect(await anon.from('articles').update({ published: false }).eq('id', 1)).toMatchObject(
        refused(400, '44000', 'new row is not visible through view "api"."articles"'),
      );
    });

    test('what breaks a constraint of the table', async () => {
      expect(await anon.from('articles').insert({ headline: null })).toMatchObject({
        status: 400,
        error: { code: '23502' },
      });
      expect(await anon.from('articles').insert({ headline: 'x', author_id: 99 })).toMatchObject({
        status: 409,
        error: { code: '23503' },
      });
      expect(await anon.from('articles').insert({ id: 1, headline: 'x' })).toMatchObject({
        status: 409,
        error: { code: '23505' },
      });
    });

    test('an upsert, which PostgreSQL has for tables only', async () => {
      expect(await anon.from('articles').upsert({ id: 1, headline: 'x' })).toMatchObject({
        status: 400,
        error: { code: '42P10' },
      });
    });

    test('what another role was granted', async () => {
      expect(await anon.from('edited').update({ body: 'x' }).eq('id', 1)).toMatchObject(
        refused(401, '42501', 'permission denied for view edited'),
      );
      expect(await anon.from('inbox').select()).toMatchObject(
        refused(401, '42501', 'permission denied for view inbox'),
      );
    });

    test('what nobody was granted: there is no trigger for it', async () => {
      const none = refused(401, '42501', 'permission denied for view authors');
      expect(await anon.from('authors').insert({ name: 'x' })).toMatchObject(none);
      expect(await anon.from('authors').update({ name: 'x' }).eq('id', 1)).toMatchObject(none);
      expect(await anon.from('authors').delete().eq('id', 1)).toMatchObject(none);
      expect(await rest.client('editor').from('authors').delete().eq('id', 1)).toMatchObject({
        status: 403,
        error: { code: '42501' },
      });
      expect((await anon.from('authors').select('name')).data).toHaveLength(2);
    });

    test('tables, columns that are hidden, and the functions behind the views', async () => {
      expect(await anon.schema('blog').from('articles').select()).toMatchObject({
        status: 406,
        error: { code: 'PGRST106' },
      });
      expect(await anon.from('plain_articles').select('secret')).toMatchObject({
        status: 400,
        error: { code: '42703' },
      });
      expect(await anon.rpc('articles_insert')).toMatchObject({ status: 404 });
    });
  });

  describe('a token', () => {
    test('lets its role do what that was granted, and nothing else', async () => {
      const editor = rest.client('editor');
      const { data } = await editor
        .from('edited')
        .update({ body: 'edited' })
        .eq('id', 1)
        .select('body');
      expect(data).toEqual([{ body: 'edited' }]);
      expect(await editor.from('articles').select()).toMatchObject({
        status: 403,
        error: { code: '42501' },
      });
    });

    test('for a role that no request may take is refused', async () => {
      expect(await rest.client('postgres').from('articles').select()).toMatchObject({
        status: 403,
        error: { code: '42501', message: 'permission denied to set role "postgres"' },
      });
    });
  });

  test('the OpenAPI description has the comments, the keys and the methods that work', async () => {
    const description = (await (await fetch(rest.url)).json()) as {
      paths: Record<string, Record<string, { summary?: string }>>;
      definitions: Record<
        string,
        {
          description?: string;
          properties: Record<string, { description?: string; default?: unknown }>;
        }
      >;
    };
    const { articles } = description.definitions;
    expect(articles!.description).toBe("The blog's articles");
    expect(articles!.properties['headline']).toMatchObject({ description: 'As it is printed' });
    expect(articles!.properties['body']).toMatchObject({ default: 'empty' });
    expect(articles!.properties['id']!.description).toContain('Primary Key');
    expect(articles!.properties['author_id']!.description).toMatch(
      /^Who wrote it[^]*Foreign Key to/,
    );
    expect(Object.keys(description.paths['/articles']!).sort()).toEqual([
      'delete',
      'get',
      'patch',
      'post',
    ]);
    expect(Object.keys(description.paths['/authors']!)).toEqual(['get']);
    // PostgREST lists all methods or one.
    expect(Object.keys(description.paths['/author_stats']!)).toContain('delete');
    expect(await rest.client().from('author_stats').delete().eq('id', 1)).toMatchObject({
      status: 401,
      error: { code: '42501' },
    });
    const options = await fetch(`${rest.url}/authors`, { method: 'OPTIONS' });
    expect(options.headers.get('allow')).toBe('OPTIONS,GET,HEAD');
  });
});
