import { table, uuidKey, type Metadata, type SchemaConfig } from '@rowhouse/schema';
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  numeric,
  pgEnum,
  serial,
  text,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';

const authorRole = pgEnum('author_role', ['author', 'editor']);
const articleStatus = pgEnum('article_status', ['draft', 'published', 'archived']);

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The blog's tables. Migrations and `blog/models.py` are written from them. */
export function defineTables(metadata: Metadata, config: SchemaConfig) {
  const authors = table(
    'authors',
    {
      name: varchar('name', { length: 100 }).notNull(),
      email: varchar('email', { length: 320 }).notNull().unique(),
      passwordHash: varchar('password_hash', { length: 200 }),
      role: authorRole('role').notNull().default('author'),
      createdAt: moment('created_at').notNull().defaultNow(),
    },
    {
      metadata,
      config,
      plugins: [uuidKey()],
      comment: 'People who write articles.',
      columnComments: {
        name: 'The name that readers see.',
        email: 'The email address. It is unique.',
        role: 'Editors can change the articles of all authors.',
        createdAt: 'When the author was added.',
      },
    },
  );

  const articles = table(
    'articles',
    {
      slug: varchar('slug', { length: 100 }).notNull().unique(),
      title: varchar('title', { length: 200 }).notNull(),
      subtitle: varchar('subtitle', { length: 200 }),
      body: text('body').notNull(),
      status: articleStatus('status').notNull().default('draft'),
      price: numeric('price', { precision: 10, scale: 2 }).notNull(),
      metadata: jsonb('metadata').notNull().default({}),
      authorId: uuid('author_id')
        .notNull()
        .references(() => authors.table.id),
      publishedAt: moment('published_at'),
      createdAt: moment('created_at').notNull().defaultNow(),
      updatedAt: moment('updated_at')
        .notNull()
        .defaultNow()
        .$onUpdate(() => sql`now()`),
      rowVersion: integer('row_version').notNull().default(1),
    },
    {
      metadata,
      config,
      plugins: [uuidKey()],
      constraints: (columns) => [index('articles_author_id_index').on(columns.authorId)],
      comment: 'Articles of the blog.',
      columnComments: {
        slug: 'The last part of the URL of the article.',
        title: 'The headline.',
        subtitle: 'A line below the title.',
        body: 'The text, in Markdown.',
        status: 'Readers only see published articles.',
        price: 'The price of the article, in euros.',
        metadata: 'Other data about the article.',
        authorId: 'The author of the article.',
        publishedAt: 'When the article was published.',
        createdAt: 'When the article was created.',
        updatedAt: 'When the article was last changed.',
        rowVersion: 'How often the article was written.',
      },
    },
  );

  const tags = table(
    'tags',
    { id: serial('id').primaryKey(), name: varchar('name', { length: 50 }).notNull().unique() },
    {
      metadata,
      config,
      comment: 'Keywords of articles.',
      columnComments: { name: 'The keyword.' },
    },
  );

  const articleTags = table(
    'article_tags',
    {
      articleId: uuid('article_id')
        .notNull()
        .references(() => articles.table.id, { onDelete: 'cascade' }),
      tagId: integer('tag_id')
        .notNull()
        .references(() => tags.table.id, { onDelete: 'cascade' }),
    },
    {
      metadata,
      config,
      primaryKey: ['articleId', 'tagId'],
      constraints: (columns) => [index('article_tags_tag_id_index').on(columns.tagId)],
      comment: 'Which articles have which tags.',
    },
  );

  const comments = table(
    'comments',
    {
      articleId: uuid('article_id')
        .notNull()
        .references(() => articles.table.id),
      authorName: varchar('author_name', { length: 100 }).notNull(),
      body: text('body').notNull(),
      createdAt: moment('created_at').notNull().defaultNow(),
    },
    {
      metadata,
      config,
      plugins: [uuidKey()],
      constraints: (columns) => [index('comments_article_id_index').on(columns.articleId)],
      comment: 'Comments of readers on articles.',
      columnComments: {
        articleId: 'The article that the comment is about.',
        authorName: 'The name of the reader.',
        body: 'The text of the comment.',
        createdAt: 'When the comment was written.',
      },
    },
  );

  return { authors, articles, tags, articleTags, comments };
}
