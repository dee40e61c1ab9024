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
    "table public.t: metadata: missing, expected the project's Metadata [no-metadata]",
  ],
  [
    'a table without metadata',
    () => table('t', {}, unchecked({})),
    "table public.t: metadata: missing, expected the project's Metadata",
  ],
  [
    'other metadata',
    () => table('t', {}, unchecked({ metadata: 1 })),
    "table public.t: metadata: found 1, expected the project's Metadata [no-metadata]\n  Pass { metadata }, and define it with `export const metadata = new Metadata()`.",
  ],
  [
    'a view',
    () => schemaView('v', unchecked({})),
    "view public.v: metadata: missing, expected the project's Metadata [no-metadata]\n  Pass { metadata }, and define it with `export const metadata = new Metadata()`.",
  ],
  [
    'a column that is not called',
    () => table('t', unchecked({ title: text }), { metadata }),
    "table public.t: title: found a function, expected a column's definition [no-column-definition]\n  Call it, as in title: text().",
  ],
  [
    'a column of another kind',
    () => table('t', unchecked({ title: 'text' }), { metadata }),
    "table public.t: title: found 'text', expected a column's definition [no-column-definition]\n  Define it with a function of drizzle-orm/pg-core, as in title: text().",
  ],
])('%s is refused, with what is expected', (_what, define, message) => {
  expect(define).toThrow(message);
});

test.each([
  ['nothing', (authors: object) => (authors as Record<string, unknown>)['id']],
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
    `table blog.articles: authorId.references: found ${what}, expected a column [not-a-reference]\n  The columns of a table() are under .table, as in .references(() => authors.table.id).`,
  );
});
