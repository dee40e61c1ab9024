import { expect, inject, test } from 'vitest';

import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

test('the columns of a new table are in the order of the code, whatever they need', async () => {
  await using project = await openMigrationProject(server);
  const state = described([
    `CREATE TYPE app.kind AS ENUM ('a', 'b')`,
    'CREATE DOMAIN app.code AS text',
    `CREATE COLLATION app.german (provider = icu, locale = 'de')`,
    'CREATE SEQUENCE app.numbers',
    'CREATE FUNCTION app.tenant() RETURNS integer LANGUAGE sql STABLE AS $$ SELECT 1 $$',
    'CREATE TABLE app.others (id integer)',
    'CREATE FUNCTION app.is_other(app.others) RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT true $$',
    `CREATE TABLE app.things (
      collated text COLLATE app.german,
      called integer NOT NULL DEFAULT app.tenant(),
      kind app.kind DEFAULT 'a',
      computed integer GENERATED ALWAYS AS (called + 1) STORED,
      code app.code,
      other app.others,
      is_other boolean DEFAULT app.is_other(NULL),
      number bigint DEFAULT nextval('app.numbers'),
      id serial PRIMARY KEY,
      plain integer
    )`,
    // What a default needs that needs the table comes after it.
    'CREATE FUNCTION app.count_things(app.things) RETURNS integer LANGUAGE sql STABLE AS $$ SELECT 1 $$',
    'ALTER TABLE app.things ALTER COLUMN plain SET DEFAULT app.count_things(NULL)',
  ]);
  await project.apply(state);
  expect(await project.check(state)).toEqual(NO_DRIFT);
  const columns = await project.query<{ name: string }>(
    "SELECT attname AS name FROM pg_attribute WHERE attrelid = 'app.things'::regclass AND attnum > 0 ORDER BY attnum",
  );
  expect(columns.map(({ name }) => name)).toEqual([
    ...['collated', 'called', 'kind', 'code', 'other', 'is_other', 'number', 'id'],
    ...['computed', 'plain'],
  ]);
  await project.rollback();
});
