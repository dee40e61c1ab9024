import {
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
} from '@rowhouse/schema';
import { count, eq, getTableColumns, max, sql } from 'drizzle-orm';
import {
  boolean,
  date,
  integer,
  json,
  numeric,
  pgEnum,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

/** A blog whose views show everything a REST view can do. */
export const metadata = new Metadata();
export const config = new SchemaConfig({ autoDiscover: false }).use(
  new RestExtension({ roles: ['editor'] }),
);
const blog = { metadata, config, schema: 'blog' };
const all = ['select', 'insert', 'update', 'delete'] as const;

const mood = pgEnum('Mood', ['fine', "so 'so'"]);
export const authors = table('authors', { name: text().notNull() }, blog);
export const articles = table(
  'articles',
  {
    title: text().notNull(),
    authorId: integer('author_id').references(() => authors.table.id, { onDelete: 'cascade' }),
    body: text().default('empty'),
    published: boolean().notNull().default(true),
    slug: text().generatedAlwaysAs(sql`lower(title)`),
    secret: text().default('hidden'),
  },
  {
    ...blog,
    plugins: [timestamps()],
    comment: "The blog's articles",
    columnComments: { title: 'As it is printed', authorId: 'Who wrote it' },
  },
);

// Every kind of default.
const defaults = table(
  'defaults',
  {
    plain: text().default("it's \\"),
    at: timestamp({ withTimezone: true }).default(new Date(0)),
    now: timestamp({ withTimezone: true }).defaultNow(),
    day: date().default('2020-02-29'),
    tags: text().array().default(['a', 'b"c']),
    meta: json().default({ a: [1] }),
    mood: mood().default("so 'so'"),
    nullable: text().default('set'),
    counter: integer().generatedByDefaultAsIdentity(),
    drawn: integer().default(sql`nextval('blog.articles_id_seq'::regclass)`),
  },
  { ...blog, plugins: [uuidKey('key')] },
);
restView(authors);

// A standalone view, joined by another.
export const counts = schemaView('article_counts', {
  ...blog,
  comment: 'How much each author has written',
  query: (builder) =>
    builder
      .select({
        authorId: articles.table.authorId,
        written: count(),
        last: max(articles.table.createdAt),
      })
      .from(articles.table)
      .groupBy(articles.table.authorId),
});
restView(authors, {
  name: 'author_stats',
  grants: ['select', 'insert'],
  query: (_base, source) =>
    select({ ...getTableColumns(source), written: counts.table.written })
      .from(source)
      .leftJoin(counts.table, eq(counts.table.authorId, source.id)),
});
restView(defaults, { grants: ['select', 'insert'] });

// Reordered, renamed, joined, computed, filtered.
restView(articles, {
  grants: all,
  query: (_base, source) =>
    select({
      slug: source.slug,
      headline: source.title,
      authorName: authors.table.name,
      published: source.published,
      id: source.id,
      authorId: source.authorId,
      length: sql<number>`length(${source.title})`.as('n'),
      body: source.body,
    })
      .from(source)
      .leftJoin(authors.table, eq(authors.table.id, source.authorId))
      .where(eq(source.published, true)),
});
restView(articles, { name: 'plain_articles', grants: all, excludeColumns: ['secret'] });
restView(articles, { name: 'inbox', grants: ['insert'], columns: ['title', 'body'] });
restView(articles, {
  name: 'outbox',
  grants: ['select', 'insert'],
  query: (_base, source) =>
    select({ title: source.title, published: source.published, loud: sql`upper(${source.title})` })
      .from(source)
      .where(eq(source.published, true)),
});
restView(articles, { name: 'edited', roles: { editor: ['select', 'update'] } });

// A composite key, renamed in the view.
const lines = table(
  'lines',
  { order: integer(), line: integer(), amount: numeric().notNull(), meta: json() },
  { ...blog, primaryKey: ['order', 'line'] },
);
restView(lines, {
  grants: all,
  query: (_base, source) =>
    select({
      meta: source.meta,
      no: source.line,
      orderNo: source.order,
      amount: source.amount,
    }).from(source),
});
const events = table('events', { what: text() }, { ...blog, plugins: [identityKey('no')] });
restView(events, { grants: all });
