import { integer, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

import { desiredState, Metadata, SchemaConfig, schemaView, table } from '../index.js';

/** What is written without its types being checked. */
const unchecked = (value: unknown) => value as never;

const metadata = new Metadata();

test.each([
  [
    'a table without options',
    () => table('t', {}, unchecked(undefined)),
    'Table "t" has no option',
  ],
  ['a table without metadata', () => table('t', {}, unchecked({})), 'Table "t" has no option'],
  [
    'other metadata',
    () => table('t', {}, unchecked({ metadata: 1 })),
    'Table "t" has something else as its option "metadata", where the project\'s Metadata is expected. Add it, as in { metadata }',
  ],
  ['a view', () => schemaView('v', unchecked({})), 'View "v" has no option "metadata"'],
  [
    'a column that is not called',
    () => table('t', unchecked({ title: text }), { metadata }),
    'Table "public"."t": column "title" is a function, where a column\'s definition is expected. Call it, as in title: text().',
  ],
  [
    'a column of another kind',
    () => table('t', unchecked({ title: 'text' }), { metadata }),
    'Table "public"."t": column "title" is a string, where a column\'s definition is expected. Make it with a function of drizzle-orm/pg-core',
  ],
])('%s is refused, with what is expected', (_what, define, message) => {
  expect(define).toThrow(message);
});

test.each([
  ['undefined', (authors: object) => (authors as Record<string, unknown>)['id']],
  ['an object', (authors: object) => authors],
])('a reference to %s is refused by its column, with where columns are', (what, target) => {
  const own = new Metadata();
  const authors = table('authors', {}, { metadata: own });
  table(
    'articles',
    { authorId: integer().references(() => unchecked(target(authors))) },
    { metadata: own, schema: 'blog' },
  );
  expect(() => desiredState(own, new SchemaConfig({ autoDiscover: false }))).toThrow(
    `Table "blog"."articles": column "authorId" references ${what}, where a column is expected. What table() returns has its columns under .table, as in .references(() => authors.table.id).`,
  );
});
