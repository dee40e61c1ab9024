import { sql } from 'drizzle-orm';
import { integer, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

import { Metadata } from '../metadata/metadata.js';
import { table } from '../table/table.js';
import { idOf, seed } from './seed.js';

const metadata = new Metadata();
const authors = table('authors', { email: text().notNull().unique(), name: text() }, { metadata });
const pairs = table(
  'pairs',
  { one: integer(), two: integer() },
  { metadata, primaryKey: ['one', 'two'] },
);

test('all mistakes of the rows are named at once', () => {
  expect(() => {
    seed(
      authors,
      [
        { email: 'a', name: 'Ada' },
        // @ts-expect-error -- no such column
        { email: 'b', nmae: 'Bob' },
        // @ts-expect-error -- a column is missing
        { name: 'Cid' },
        { email: 'a' },
        { email: sql`random()::text` },
      ],
      { key: ['email'] },
    );
  }).toThrow(
    [
      "seed of table public.authors: rows[1]: found 'nmae', expected a column of the table [unknown-column]",
      "  Did you mean 'name'?",
      'seed of table public.authors: rows[2].email: missing, expected a value, because the column identifies the row [missing-key]',
      '  Add it, or set `key` to the columns of a unique constraint.',
      'seed of table public.authors: rows[3]: has the same email as rows[0] [duplicate-row]',
      '  Remove one of the two.',
      'seed of table public.authors: rows[4].email: missing, expected a value, because the column identifies the row [missing-key]',
    ].join('\n'),
  );
  expect(metadata.seeds()).toEqual([]);
});

test('a key is one, and all values are typed', () => {
  expect(() => {
    seed(authors, [{ email: 'a', name: 'Ada' }], { key: ['name'] });
  }).toThrow(
    'seed of table public.authors: key: neither the primary key nor a unique constraint of the table has exactly these columns: name [no-unique-key]',
  );
  expect(() => {
    // @ts-expect-error -- no such column
    seed(authors, [], { key: ['mail'] });
  }).toThrow("key[0]: found 'mail'");
  expect(() => {
    // @ts-expect-error -- a number
    seed(authors, [{ email: 1 }]);
  }).toThrow('rows[0].id: missing');
  seed(pairs, [
    { one: 1, two: 2 },
    { one: 1, two: 3 },
  ]);
});

test('idOf names a row of a table with a key of one column', () => {
  expect(() => idOf(pairs, { one: 1 })).toThrow(
    'idOf(public.pairs): the primary key has 2 columns [composite-id]',
  );
  expect(() => idOf(authors, {})).toThrow('expected values that only one row has [no-columns]');
  // @ts-expect-error -- no such column
  expect(() => idOf(authors, { mail: 'a' })).toThrow("found 'mail'");
});
