import {
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  table,
  timestamps,
} from '@rowhouse/schema';
import { check, index, pgSchema, text, unique } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { buildDatabase } from './test-database.js';

const HOSTILE = [
  'select',
  'user',
  'camelCase',
  'UPPER',
  'with space',
  "it's",
  'back\\slash',
  '"; drop table x; --',
  '$body$',
  'new',
  'old',
  't',
  'v',
  'written',
  'naïve 🎈 名前',
  '%s %I',
  'toString',
  '__proto_',
  'a'.repeat(63),
  'é'.repeat(31),
];

/** A name that PostgreSQL can hold. */
const name = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter(
      (text) => !text.includes('\0') && !text.startsWith('pg_') && Buffer.byteLength(text) <= 63,
    ),
);

const names = fc.uniqueArray(name, { minLength: 10, maxLength: 10 });

test('any name works in every place a name can stand', async () => {
  await fc.assert(
    fc.asyncProperty(
      names,
      fc.string().filter((one) => !one.includes('\0')),
      writesThrough,
    ),
    {
      numRuns: 4,
      examples: [
        [HOSTILE.slice(0, 10), "x'\\"],
        [HOSTILE.slice(10, 20), ''],
      ],
    },
  );
});

async function writesThrough(
  [schema, api, tableName, key, column, other, enumName, constraint, indexName, view]: string[],
  value: string,
): Promise<void> {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension({ schema: api! }));
  const kind = pgSchema(schema!).enum(enumName!, ['one', value === 'one' ? 'two' : value]);
  const made = table(
    tableName!,
    { a: text(key!), b: text(column!).notNull().default(value), c: kind(other!).default('one') },
    {
      metadata,
      config,
      schema: schema!,
      primaryKey: ['a'],
      plugins: [timestamps()],
      comment: value,
      columnComments: { b: value },
      constraints: (t) => [
        check(constraint!, sql`${t.b} is not null`),
        unique().on(t.b, t.c),
        index(indexName!).on(t.b),
      ],
    },
  );
  const rest = restView(made, {
    name: view!,
    grants: ['select', 'insert', 'update', 'delete'],
  });
  const database = await buildDatabase(inject('postgresUrl'), metadata, config);
  try {
    const anon = await database.as('anon');
    const quoted = (text: string) => pg.escapeIdentifier(text);
    const target = `${quoted(rest.schema)}.${quoted(rest.name)}`;
    const inserted = await anon.query(
      `INSERT INTO ${target} (${quoted(key!)}) VALUES ($1) RETURNING ${quoted(column!)} AS b, ${quoted(other!)} AS c`,
      [value],
    );
    expect(inserted.rows).toEqual([{ b: value, c: 'one' }]);
    const updated = await anon.query(
      `UPDATE ${target} SET ${quoted(column!)} = 'changed' WHERE ${quoted(key!)} = $1 RETURNING ${quoted(column!)} AS b`,
      [value],
    );
    expect(updated.rows).toEqual([{ b: 'changed' }]);
    expect((await anon.query(`DELETE FROM ${target}`)).rowCount).toBe(1);
  } finally {
    await database.drop();
  }
}
