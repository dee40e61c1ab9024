import {
  Extension,
  identityKey,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  schemaView,
  select,
  table,
  timestamps,
  uuidKey,
  type Plugin,
} from '@rowhouse/schema';
import { count, type GetColumnData, type InferSelectModel } from 'drizzle-orm';
import { integer, text } from 'drizzle-orm/pg-core';
import { expect, expectTypeOf, test } from 'vitest';

import { columnNames } from './column-names.js';

const metadata = new Metadata();
const config = new SchemaConfig({ autoDiscover: false, plugins: [timestamps()] }).use(
  new RestExtension(),
);

test('a table has its columns, those of plugins and the default key', () => {
  const articles = table('articles', { title: text().notNull() }, { metadata, config });
  expectTypeOf<InferSelectModel<typeof articles.table>>().toEqualTypeOf<{
    id: number;
    title: string;
    createdAt: Date;
    updatedAt: Date;
  }>();
  // @ts-expect-error -- no such column
  expect(articles.table.titel).toBeUndefined();
});

test('a key of its own, of a plugin or of several columns replaces the default one', () => {
  const own = table('own', { code: text().primaryKey() }, { metadata });
  expect(columnNames(own)).toEqual(['code']);
  expectTypeOf<InferSelectModel<typeof own.table>>().toEqualTypeOf<{ code: string }>();

  const uuids = table('uuids', {}, { metadata, plugins: [uuidKey('key')] });
  expect(columnNames(uuids)).toEqual(['key']);
  expectTypeOf<InferSelectModel<typeof uuids.table>>().toEqualTypeOf<{ key: string }>();

  const edges = table(
    'edges',
    { from: integer().notNull(), to: integer().notNull() },
    { metadata, primaryKey: ['from', 'to'] },
  );
  expect(columnNames(edges)).toEqual(['from', 'to']);
  expectTypeOf<InferSelectModel<typeof edges.table>>().toEqualTypeOf<{
    from: number;
    to: number;
  }>();

  expect(() =>
    // @ts-expect-error -- no such column
    table('bad', { from: integer() }, { metadata, primaryKey: ['form'] }),
  ).toThrow(RangeError);
});

test('the plugins of an extension are typed as well', () => {
  class Tenants extends Extension {
    override readonly name = 'tenants';
    override plugins() {
      return [{ name: 'tenant', run: () => ({ tenant: text().notNull() }) }];
    }
  }
  const tenants = new SchemaConfig({ autoDiscover: false }).use(new Tenants());
  const things = table('things', {}, { metadata, config: tenants, plugins: [identityKey()] });
  expect(columnNames(things)).toEqual(['id', 'tenant']);
  expectTypeOf<InferSelectModel<typeof things.table>>().toEqualTypeOf<{
    id: number;
    tenant: string;
  }>();
  expectTypeOf<Plugin>().toHaveProperty('run');
});

test('wrong names in a REST view do not compile', () => {
  const people = table('people', { fullName: text('full_name') }, { metadata, config });
  restView(people, { columns: ['id', 'fullName', 'createdAt'], schema: 'v1' });
  // @ts-expect-error -- the key, not the name in the database
  expect(() => restView(people, { columns: ['full_name'] })).toThrow(RangeError);
  // @ts-expect-error -- no such column
  expect(() => restView(people, { excludeColumns: ['age'] })).toThrow(RangeError);
  // @ts-expect-error -- no such grant
  expect(() => restView(people, { grants: ['truncate'] })).toThrow('truncate');
  // @ts-expect-error -- grants are lower case
  expect(() => restView(people, { roles: { editor: ['SELECT'] } })).toThrow('SELECT');
  expect(() =>
    restView(people, {
      schema: 'v2',
      // @ts-expect-error -- no such column
      query: (_base, source) => select({ age: source.age }).from(source),
    }),
  ).toThrow();
  expect(() =>
    // @ts-expect-error -- not a select
    restView(people, { schema: 'v3', query: () => 'select 1' }),
  ).toThrow('expected a drizzle select');
  restView(people, {
    schema: 'v4',
    query: (base, source) => {
      expectTypeOf(base.where).toBeFunction();
      expect(source).toBe(people.table);
      expectTypeOf<GetColumnData<typeof source.fullName>>().toEqualTypeOf<string | null>();
      return base;
    },
  });
});

test('a view’s table has the columns of its select', () => {
  const posts = table('posts', { authorId: integer('author_id').notNull() }, { metadata });
  const counts = schemaView('counts', {
    metadata,
    query: (builder) =>
      builder
        .select({ author: posts.table.authorId, posts: count() })
        .from(posts.table)
        .groupBy(posts.table.authorId),
  });
  expectTypeOf<GetColumnData<typeof counts.table.author>>().toEqualTypeOf<number>();
  expectTypeOf<GetColumnData<typeof counts.table.posts, 'raw'>>().toEqualTypeOf<number>();
  expect(counts.table.author.name).toBe('author');
  // @ts-expect-error -- no such column
  expect(counts.table.authorId).toBeUndefined();
});
