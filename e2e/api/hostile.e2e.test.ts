import { connect, type Socket } from 'node:net';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { serveDemo, type DemoApi } from './demo-api.js';

let demo: DemoApi;
let authorId: string;

beforeAll(async () => {
  demo = await serveDemo(inject('postgresUrl'));
  const authors = await demo.send('POST', '/authors/search', {});
  authorId = authors.body.items[0].id;
});
afterAll(() => demo.stop());

let counter = 0;

/** A body that a create of an article accepts, with changes. */
function article(changes: object = {}): Record<string, unknown> {
  counter += 1;
  const slug = `article-${counter}`;
  return { slug, title: slug, body: 'text', price: '1.00', ...changes };
}

async function create(changes: object = {}): Promise<{ id: string; slug: string; title: string }> {
  const answer = await demo.send('POST', '/articles/', article(changes));
  expect(answer.status).toBe(201);
  return answer.body;
}

/** JSON text with one property written as `literal`, which JSON.stringify could not write. */
function raw(body: Record<string, unknown>, key: string, literal: string): string {
  return JSON.stringify({ ...body, [key]: '@@' }).replace('"@@"', literal);
}

describe('search', () => {
  const search = (body: unknown) => demo.send('POST', '/articles/search', body);

  test.each([
    ['an unknown field', { field: 'nope', op: 'eq', value: 1 }],
    ['a field that is a column but not allowed', { field: 'password_hash', op: 'eq', value: 'x' }],
    ['an unknown operator', { field: 'title', op: 'matches', value: 'x' }],
    ['an operator of another type', { field: 'id', op: 'contains', value: 'x' }],
    ['a number for a UUID', { field: 'id', op: 'eq', value: 7 }],
    ['text for a UUID', { field: 'id', op: 'eq', value: 'x' }],
    ['an object for a text', { field: 'title', op: 'eq', value: {} }],
    ['text for a decimal', { field: 'price', op: 'gt', value: 'cheap' }],
    ['a value outside the enum', { field: 'status', op: 'eq', value: 'burnt' }],
    ['a scalar for in', { field: 'title', op: 'in', value: 'x' }],
    ['1,001 values for in', { field: 'title', op: 'in', value: Array(1001).fill('x') }],
    ['one bound for between', { field: 'price', op: 'between', value: [1] }],
    ['a text for is_null', { field: 'subtitle', op: 'is_null', value: 'maybe' }],
    ['a null for eq', { field: 'title', op: 'eq', value: null }],
    ['NUL in a text', { field: 'title', op: 'eq', value: 'a\u0000b' }],
    ['a naive datetime', { field: 'published_at', op: 'gt', value: '2026-01-01T00:00:00' }],
    [
      'a datetime out of range',
      { field: 'published_at', op: 'gt', value: '99999-01-01T00:00:00Z' },
    ],
    ['a condition and a combination', { field: 'title', op: 'eq', value: 'x', and: [] }],
    ['a node that is nothing', {}],
    ['a list', []],
    ['a text', 'title = 1'],
    ['an unknown key', { field: 'title', op: 'eq', value: 'x', not: true }],
  ])('refuses a filter with %s', async (_what, filter) => {
    const answer = await search({ filter });
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toBeInstanceOf(Array);
  });

  test('refuses filters deeper than 5 or larger than 100 nodes', async () => {
    const leaf = { field: 'title', op: 'eq', value: 'x' };
    const nested = (depth: number): object => (depth === 1 ? leaf : { and: [nested(depth - 1)] });
    expect((await search({ filter: nested(5) })).status).toBe(200);
    expect((await search({ filter: nested(6) })).status).toBe(422);
    // No JSON parser follows it so deep.
    expect((await search({ filter: nested(2000) })).status).toBe(400);
    expect((await search({ filter: { or: Array(99).fill(leaf) } })).status).toBe(200);
    expect((await search({ filter: { or: Array(10_000).fill(leaf) } })).status).toBe(422);
  });

  test.each([
    ['an unknown sort field', { sort: [{ field: 'nope', dir: 'asc' }] }],
    ['an unknown direction', { sort: [{ field: 'title', dir: 'up' }] }],
    ['nine sort clauses', { sort: Array(9).fill({ field: 'title', dir: 'asc' }) }],
    ['page size 0', { page_size: 0 }],
    ['a negative page size', { page_size: -1 }],
    ['a page size that is text', { page_size: 'all' }],
    ['a huge cursor', { cursor: 'x'.repeat(4000) }],
    ['a garbage cursor', { cursor: 'garbage' }],
    ['a cursor of another shape', { cursor: Buffer.from('{"v":1}').toString('base64url') }],
    ['an integer cursor', { cursor: 12 }],
    ['a cursor with half a surrogate', { cursor: '\ud800' }],
    ['an unknown key', { filters: {} }],
  ])('refuses %s', async (_what, body) => {
    expect((await search(body)).status).toBe(422);
  });

  test('clamps a page size above the maximum', async () => {
    expect((await search({ page_size: 1_000_000 })).status).toBe(200);
  });

  test('binds a cursor to the sort and the filter it was made with', async () => {
    await create();
    await create();
    const first = await search({ page_size: 1, sort: [{ field: 'title', dir: 'asc' }] });
    const cursor: string = first.body.next_cursor;
    const sort = [{ field: 'title', dir: 'asc' }];
    expect((await search({ page_size: 1, sort, cursor })).status).toBe(200);
    const descending = [{ field: 'title', dir: 'desc' }];
    expect((await search({ page_size: 1, sort: descending, cursor })).status).toBe(422);
    const filter = { field: 'title', op: 'neq', value: 'x' };
    expect((await search({ page_size: 1, sort, filter, cursor })).status).toBe(422);
  });

  test('takes % and _ in a pattern as themselves', async () => {
    await create({ title: '100% sure' });
    await create({ title: '100 and sure' });
    await create({ title: 'snake_case' });
    await create({ title: 'snakeXcase' });
    const titles = async (op: string, value: string) =>
      (await search({ filter: { field: 'title', op, value } })).body.items.map(
        (item: { title: string }) => item.title,
      );
    expect(await titles('contains', '0% s')).toEqual(['100% sure']);
    expect(await titles('icontains', 'SNAKE_')).toEqual(['snake_case']);
    expect(await titles('ends_with', '_case')).toEqual(['snake_case']);
  });

  test('answers a body that is no JSON, no object, or empty with 422', async () => {
    for (const body of ['', '{', '[]', '"x"', 'null', '{"filter": NaN}']) {
      expect((await search(body)).status).toBe(422);
    }
  });

  test('counts the filtered rows in offset mode, and refuses negative offsets', async () => {
    for (const name of ['red', 'reddish', 'blue']) {
      expect((await demo.send('POST', '/tags/', { name })).status).toBe(201);
    }
    const filter = { field: 'name', op: 'starts_with', value: 'red' };
    const answer = await demo.send('POST', '/tags/search', { filter, limit: 1, offset: 1 });
    expect(answer.body).toMatchObject({ total: 2, offset: 1, limit: 1 });
    expect(answer.body.items).toHaveLength(1);
    for (const body of [{ offset: -1 }, { limit: -1 }, { limit: 0 }, { offset: 2 ** 63 }]) {
      expect((await demo.send('POST', '/tags/search', body)).status).toBe(422);
    }
  });
});

describe('writing', () => {
  test.each([
    ['NUL in a text', 'title', '"a\\u0000b"'],
    ['half a surrogate pair', 'title', '"\\ud800"'],
    ['an integer as text', 'title', '12'],
    ['NaN', 'price', 'NaN'],
    ['infinity', 'price', '"Infinity"'],
    ['a price beyond the column', 'price', '"1e30"'],
    ['a price of a silly magnitude', 'price', '"1e999999"'],
    ['null for what is not nullable', 'title', 'null'],
    ['a naive datetime', 'published_at', '"2026-01-01T00:00:00"'],
    ['a date out of range', 'published_at', '"0000-00-00T00:00:00Z"'],
    ['a date that overflows in UTC', 'published_at', '"9999-12-31T23:59:59-12:00"'],
    ['NUL inside JSON', 'metadata', '{"a": ["\\u0000"]}'],
    ['NaN inside JSON', 'metadata', '{"a": NaN}'],
    ['JSON nested too deep', 'metadata', `{"a": ${'['.repeat(500)}${']'.repeat(500)}}`],
    ['a list for an object', 'metadata', '[]'],
    ['a value outside the enum', 'status', '"burnt"'],
    ['a slug that the pattern refuses', 'slug', '"Not A Slug"'],
    ['a field that is unknown', 'admin', 'true'],
    ['the key, which is not among the fields', 'id', '"00000000-0000-0000-0000-000000000001"'],
    ['the author, who is the user', 'author_id', '"00000000-0000-0000-0000-000000000001"'],
  ])('refuses %s in a create and in an update', async (_what, key, literal) => {
    const existing = await create();
    const created = await demo.send('POST', '/articles/', raw(article(), key, literal));
    expect([created.status, key]).toEqual([422, key]);
    const updated = await demo.send('PATCH', `/articles/${existing.id}`, raw({}, key, literal));
    expect([updated.status, key]).toEqual([422, key]);
  });

  test.each([
    ['an integer of 5,000 digits', 'price', '9'.repeat(5000)],
    ['JSON nested far too deep', 'metadata', `{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('cannot read %s', async (_what, key, literal) => {
    const answer = await demo.send('POST', '/articles/', raw(article(), key, literal));
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.any(String) as string } });
  });

  test('answers a create with the row and its Location', async () => {
    const answer = await demo.send('POST', '/articles/', article({ metadata: { a: [1, 'é'] } }));
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/articles/${answer.body.id}`);
    const row = await demo.send('GET', answer.headers.get('location')!);
    expect(row.body).toEqual(answer.body);
    expect(row.body.metadata).toEqual({ a: [1, 'é'] });
  });

  test('takes back a document whose numbers are beyond 64 bits', async () => {
    const { id } = await create();
    const large = raw({}, 'metadata', '{"a": 1000000000000000000000000000000}');
    const updated = await demo.send('PATCH', `/articles/${id}`, large);
    expect([updated.status, updated.body.metadata]).toEqual([200, { a: 1e30 }]);
  });

  test('creates on the collection path without its slash, without a redirect', async () => {
    expect((await demo.send('POST', '/articles', article())).status).toBe(201);
  });

  test('an empty update changes nothing and returns the row', async () => {
    const existing = await create();
    const answer = await demo.send('PATCH', `/articles/${existing.id}`, {});
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(existing);
  });

  test('an update writes only what is sent; a null clears what is nullable', async () => {
    const existing = await create({ subtitle: 'old' });
    const path = `/articles/${existing.id}`;
    const answer = await demo.send('PATCH', path, { subtitle: null });
    expect(answer.body).toMatchObject({ title: existing.title, subtitle: null });
  });

  test('names the columns of a conflict, and no SQL', async () => {
    const { slug } = await create();
    const duplicate = await demo.send('POST', '/articles/', article({ slug }));
    expect(duplicate.status).toBe(409);
    expect(JSON.stringify(duplicate.body)).toContain('slug');
    const article_id = '00000000-0000-0000-0000-000000000000';
    const orphan = { article_id, author_name: 'Ben', body: 'text' };
    const missing = await demo.send('POST', '/comments/', orphan);
    expect(missing.status).toBe(409);
    expect(JSON.stringify(missing.body)).toContain('article_id');
    for (const { body } of [duplicate, missing]) {
      expect(JSON.stringify(body)).not.toMatch(/insert|select|asyncpg|sqlalchemy/i);
    }
    const referenced = await demo.send('DELETE', `/authors/${authorId}`);
    expect(referenced.status).toBe(409);
  });

  test('answers a key that is no key with 422, and one without a row with 404', async () => {
    const nobody = '00000000-0000-0000-0000-000000000000';
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { title: 'x' } : undefined;
      expect((await demo.send(method, '/articles/1', body)).status).toBe(422);
      const missing = await demo.send(method, `/articles/${nobody}`, body);
      expect(missing).toMatchObject({ status: 404, body: { detail: 'Not found' } });
    }
    // Numbers that the column cannot hold are keys of no row.
    expect((await demo.send('GET', `/tags/${2n ** 40n}`)).status).toBe(404);
    expect((await demo.send('GET', `/tags/${'9'.repeat(5000)}`)).status).toBe(422);
    const action = await demo.send('POST', `/articles/${nobody}/publish`, {});
    expect(action.status).toBe(404);
  });

  test('a deleted row is gone', async () => {
    const { id } = await create();
    const answer = await demo.send('DELETE', `/articles/${id}`);
    expect(answer).toMatchObject({ status: 204, body: undefined });
    expect((await demo.send('DELETE', `/articles/${id}`)).status).toBe(404);
  });
});

test('clients that do not read their responses keep no connection of the pool', async () => {
  const { id } = await create({ body: 'x'.repeat(8_000_000) });
  const { hostname, port } = new URL(demo.api.url);
  const request = `GET /articles/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${demo.token}\r\n\r\n`;
  const sockets: Socket[] = [];
  try {
    // The pool has five connections, and ten more at most.
    for (let index = 0; index < 16; index++) {
      const socket = connect(Number(port), hostname).pause();
      sockets.push(socket);
      socket.write(request.repeat(2));
      // The response has begun: its row has been read.
      await new Promise((done) => socket.once('readable', done));
    }
    expect((await demo.send('GET', `/authors/${authorId}`)).status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});
