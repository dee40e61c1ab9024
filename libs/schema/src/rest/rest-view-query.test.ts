import { count, eq, getTableColumns, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';

import { newBlog, place } from '../../test/rest/new-blog.js';
import { restView, schemaView, select } from '../index.js';

let blog: ReturnType<typeof newBlog>;
beforeEach(() => {
  blog = newBlog();
});

describe('query', () => {
  test('a column under its own key keeps its name, anything else is named by its key', () => {
    const { table: authors } = blog.authors;
    const view = restView(blog.articles, {
      query: (_base, articles) =>
        select({
          authorId: articles.authorId,
          headline: articles.title,
          id: articles.id,
          authorName: authors.name,
          author: { key: authors.id },
          order: sql<number>`1`,
        })
          .from(articles)
          .leftJoin(authors, eq(authors.id, articles.authorId)),
    });
    expect(view.columns).toEqual([
      'author_id',
      'headline',
      'id',
      'authorName',
      'author_key',
      'order',
    ]);
  });

  test('the base query has the exposed columns', () => {
    const view = restView(blog.articles, {
      excludeColumns: ['secret', 'public'],
      query: (base, articles) => base.where(eq(articles.public, true)),
    });
    expect(view.columns).toEqual(['id', 'title', 'author_id', 'slug']);
    expect(blog.statement('CREATE VIEW')).toMatch(/where "blog"."articles"."public" = true$/);
  });

  test('a correlated subquery compares with the outer table, in a select from one table too', () => {
    restView(blog.authors, {
      query: (_base, authors) =>
        select({
          id: authors.id,
          articles: sql<number>`(select count(*) from ${blog.articles.table} where ${blog.articles.table.authorId} = ${authors.id})`,
        }).from(authors),
    });
    expect(blog.statement('CREATE VIEW')).toContain(
      'where "blog"."articles"."author_id" = "blog"."authors"."id")',
    );
  });

  test('values become literals', () => {
    restView(blog.articles, {
      query: (base, articles) =>
        base.where(sql`${articles.title} = ${"it's"} and ${new Date(0)} < now() and ${5n} > ${-1}`),
    });
    expect(blog.statement('CREATE VIEW')).toMatch(
      /where "blog"."articles"."title" = 'it''s' and '1970-01-01T00:00:00.000Z' < now\(\) and 5 > \(-1\)$/,
    );
  });

  test('another view’s table can be joined, and its columns are typed and named as there', () => {
    const counts = schemaView('counts', {
      metadata: blog.metadata,
      schema: 'blog',
      query: (builder) =>
        builder
          .select({ authorId: blog.articles.table.authorId, articles: count() })
          .from(blog.articles.table)
          .groupBy(blog.articles.table.authorId),
    });
    const view = restView(blog.authors, {
      query: (_base, authors) =>
        select({ ...getTableColumns(authors), articles: counts.table.articles })
          .from(authors)
          .leftJoin(counts.table, eq(counts.table.authorId, authors.id)),
    });
    expect(view.columns).toEqual(['id', 'name', 'articles']);
    expect(blog.statement('CREATE VIEW "api"')).toMatch(
      /"blog"."counts"."articles" from "blog"."authors" left join "blog"."counts" on "blog"."counts"."author_id" = "blog"."authors"."id"$/,
    );
  });

  test.each<[string, () => unknown, string]>([
    [
      'two columns of one name',
      () =>
        restView(blog.articles, {
          query: (_base, articles) =>
            select({ author_id: articles.id, authorId: articles.authorId }).from(articles),
        }),
      `${place}: query: selects two columns named 'author_id', as 'author_id' and 'authorId' [duplicate-column]\n  Select one under another key.`,
    ],
    [
      'no column',
      () => restView(blog.articles, { query: (_base, articles) => select({}).from(articles) }),
      `${place}: query: selects no column [no-columns]`,
    ],
    [
      'a table that is not joined',
      () =>
        restView(blog.articles, {
          query: (_base, articles) => select({ name: blog.authors.table.name }).from(articles),
        }),
      `${place}: query: Your "name" field references a column "authors"."name", but the table "authors" is not part of the query!`,
    ],
    [
      'something else than a select',
      () => restView(blog.articles, { query: () => sql`select 1` as never }),
      `${place}: query: found an object, expected a drizzle select, such as base.where(…) or select({ … }).from(…) [not-a-select]`,
    ],
    [
      'a value that SQL cannot hold',
      () =>
        restView(blog.articles, {
          query: (base, articles) => base.where(eq(articles.title, 'a\0b')),
        }),
      `${place}: query: The text "a\\u0000b" contains a NUL character.`,
    ],
    [
      'a placeholder',
      () =>
        restView(blog.articles, {
          query: (base, articles) => base.where(eq(articles.title, sql.placeholder('title'))),
        }),
      `${place}: query: The placeholder "title" has no value.`,
    ],
    [
      'a column name that cannot stand',
      () =>
        restView(blog.articles, {
          query: (_base, articles) => select({ ['x'.repeat(64)]: articles.id }).from(articles),
        }),
      `${place}: query: found '${'x'.repeat(64)}': the name of a column can have at most 63 bytes, but this one has 64`,
    ],
    [
      'a column that is hidden',
      () =>
        restView(blog.articles, {
          excludeColumns: ['secret'],
          query: (_base, articles) =>
            select({ id: articles.id, s: articles.secret }).from(articles),
        }),
      `${place}: query: selects 's', the column 'secret', which 'columns' or 'excludeColumns' hides [hidden-column]\n  Drop it from the query, or show it.`,
    ],
  ])('%s is refused', (_what, define, message) => {
    expect(define).toThrow(message);
  });
});
