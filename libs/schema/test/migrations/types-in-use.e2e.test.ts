import { domain, Metadata, SchemaConfig, table } from '@rowhouse/schema';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';

import { desiredState } from '../../src/desired-state.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const serverUrl = inject('postgresUrl');
const config = new SchemaConfig({ autoDiscover: false });

/** A table with a column of a domain. */
function priced(name: string, type: string) {
  const metadata = new Metadata();
  const price = domain<number>(name, {
    metadata,
    schema: 'app',
    type,
    checks: { positive: sql`VALUE > 0` },
  });
  table('goods', { price: price.column().notNull() }, { metadata, config, schema: 'app' });
  return desiredState(metadata, config);
}

test('a new base type of a domain in use is refused with its columns, and a new domain takes its place', async () => {
  await using project = await openMigrationProject(serverUrl);
  await project.apply(priced('price', 'integer'));
  await project.query('INSERT INTO app.goods (price) VALUES (3)');
  await expect(project.generate(priced('price', 'bigint'))).rejects.toThrow(
    'domain app.price: PostgreSQL cannot change its base type while column app.goods.price uses it [type-in-use]\n' +
      '  Define a domain with another name, use it instead, and remove this one.',
  );
  await project.apply(priced('amount', 'bigint'), { allowDataLoss: true });
  expect(await project.check(priced('amount', 'bigint'))).toEqual(NO_DRIFT);
  expect(await project.query('SELECT price FROM app.goods')).toEqual([{ price: '3' }]);
  await project.rollback();
  expect(await project.query('SELECT price FROM app.goods')).toEqual([{ price: 3 }]);
});

test.each([
  [
    'the base type of a domain in other types',
    ['CREATE DOMAIN app.d AS %', 'CREATE DOMAIN app.e AS app.d', 'CREATE TYPE app.c AS (x app.d)'],
    ['integer', 'bigint'],
    'domain app.d: PostgreSQL cannot change its base type while domain app.e, type app.c use it',
  ],
  [
    'the collation of a domain',
    ['CREATE DOMAIN app.d AS text COLLATE %', 'CREATE TABLE app.t (x app.d[])'],
    ['"C"', '"POSIX"'],
    'domain app.d: PostgreSQL cannot change its collation while column app.t.x uses it',
  ],
  [
    'the subtype of a range',
    ['CREATE TYPE app.r AS RANGE (SUBTYPE = %)', 'CREATE TABLE app.t (x app.r)'],
    ['integer', 'bigint'],
    'type app.r: PostgreSQL cannot change its subtype while column app.t.x uses it',
  ],
  [
    'an attribute of a composite type',
    ['CREATE TYPE app.c AS (part %)', 'CREATE TABLE app.t (x app.c)'],
    ['integer', 'bigint'],
    'type app.c: PostgreSQL cannot change the type of its attribute part while column app.t.x uses it',
  ],
  [
    'values of an enum in a domain',
    ['CREATE TYPE app.e AS ENUM (%)', 'CREATE DOMAIN app.d AS app.e'],
    ["'a', 'b'", "'b', 'a'"],
    'type app.e: PostgreSQL cannot change the order of its values, or remove one, while domain app.d uses it',
  ],
  [
    'a new value of an enum in a composite type, which a rollback would remove',
    ['CREATE TYPE app.e AS ENUM (%)', 'CREATE TYPE app.c AS (part app.e)'],
    ["'a'", "'a', 'b'"],
    'type app.e: the change cannot be rolled back: PostgreSQL cannot remove a value while type app.c uses it',
  ],
  [
    'a new value of an enum that divides partitions',
    [
      'CREATE TYPE app.e AS ENUM (%)',
      'CREATE TABLE app.t (id integer, x app.e, y app.e) PARTITION BY RANGE (id)',
      'CREATE TABLE app.p PARTITION OF app.t DEFAULT PARTITION BY LIST (x)',
    ],
    ["'a'", "'a', 'b'"],
    'type app.e: the change cannot be rolled back: PostgreSQL cannot remove a value while column app.t.x uses it',
  ],
])('%s', async (_, statements, [before, after], message) => {
  await using project = await openMigrationProject(serverUrl);
  const state = (part: string) => described(statements.map((one) => one.replace('%', part)));
  await project.apply(state(before!));
  const changed = project.generate(state(after!), { allowDataLoss: true });
  await expect(changed).rejects.toThrow(message);
  expect(await project.migrations()).toHaveLength(1);
});

test('a type that nothing uses is made anew', async () => {
  await using project = await openMigrationProject(serverUrl);
  const state = (type: string) =>
    described([
      `CREATE DOMAIN app.d AS ${type}`,
      'CREATE FUNCTION app.f(x app.d) RETURNS app.d LANGUAGE sql AS $$ SELECT x $$',
    ]);
  await project.apply(state('integer'));
  await project.apply(state('bigint'));
  expect(await project.check(state('bigint'))).toEqual(NO_DRIFT);
  await project.rollback();
});
