import { table, uuidKey, type Metadata, type SchemaConfig } from '@rowhouse/schema';
import { sql } from 'drizzle-orm';
import {
  index,
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
      comment: 'Who writes articles.',
      columnComments: {
        name: 'How the author signs.',
        email: 'Where the author is reached. No two authors share one.',
        role: 'What the author may do with the articles of others.',
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
    },
    {
      metadata,
      config,
      plugins: [uuidKey()],
      constraints: (columns) => [index('articles_author_id_index').on(columns.authorId)],
      comment: 'What there is to read.',
      columnComments: {
        slug: 'The last part of the address of the article.',
        title: 'The headline.',
        subtitle: 'A line below the title.',
        body: 'The text, in Markdown.',
        status: 'Whether readers see the article.',
        price: 'What it costs to read the article, in euros.',
        metadata: 'Whatever else an editor notes about the article.',
        authorId: 'Who wrote the article.',
        publishedAt: 'Since when readers see the article.',
        createdAt: 'When the article was begun.',
        updatedAt: 'When the article was changed last.',
      },
    },
  );

  const tags = table(
    'tags',
    { id: serial('id').primaryKey(), name: varchar('name', { length: 50 }).notNull().unique() },
    {
      metadata,
      config,
      comment: 'Words that articles share.',
      columnComments: { name: 'The word.' },
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
      comment: 'What readers say about an article.',
      columnComments: {
        articleId: 'Which article it is about.',
        authorName: 'How the reader signs.',
        body: 'What the reader says.',
        createdAt: 'When it was written.',
      },
    },
  );

  return { authors, articles, tags, comments };
}
