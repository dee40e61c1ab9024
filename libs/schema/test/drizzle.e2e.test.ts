import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { articles, authors, config, counts, metadata } from './rest/blog.js';
import { buildDatabase, type TestDatabase } from './rest/test-database.js';

/** Tables and views of the library are drizzle's own: its queries run on them. */
let database: TestDatabase;
beforeAll(async () => {
  database = await buildDatabase(inject('postgresUrl'), metadata, config);
});
afterAll(async () => {
  await database?.drop();
});

test('drizzle writes and reads the tables and views, with their types', async () => {
  const db = drizzle(database.owner);
  const [ann] = await db.insert(authors.table).values({ name: 'Ann' }).returning();
  const inserted = await db
    .insert(articles.table)
    .values([
      { title: 'One', authorId: ann!.id },
      { title: 'Two', authorId: ann!.id },
    ])
    .returning();
  expect(inserted).toMatchObject([
    { title: 'One', slug: 'one' },
    { title: 'Two', slug: 'two' },
  ]);

  const [row] = await db.select().from(counts.table);
  expect(row).toEqual({ authorId: ann!.id, written: 2, last: inserted[0]!.createdAt });

  const copy = alias(counts.table, 'copy');
  const joined = await db
    .select({ name: authors.table.name, written: copy.written, last: copy.last })
    .from(authors.table)
    .innerJoin(copy, eq(copy.authorId, authors.table.id));
  expect(joined).toEqual([{ name: 'Ann', written: 2, last: inserted[0]!.createdAt }]);
});
