import { expect, inject, test } from 'vitest';

import {
  described,
  NO_DRIFT,
  openMigrationProject,
  type MigrationProject,
} from './migration-project.js';

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
  ]);
  await project.apply(state);
  expect(await project.check(state)).toEqual(NO_DRIFT);
  expect(await columnsOf(project, 'app.things')).toEqual([
    ...['collated', 'called', 'kind', 'computed', 'code', 'other', 'is_other', 'number', 'id'],
    'plain',
  ]);
  await project.rollback();
});

test('so are generated columns', async () => {
  await using project = await openMigrationProject(server);
  const state = described([
    `CREATE TYPE app.mark AS ENUM ('a', 'b')`,
    'CREATE FUNCTION app.low(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT lower($1) $$',
    `CREATE TABLE app.areas (
      twice integer GENERATED ALWAYS AS (size * 2) STORED NOT NULL,
      slug text GENERATED ALWAYS AS (app.low(title)) STORED,
      size integer,
      is_a boolean GENERATED ALWAYS AS (CASE WHEN size > 1 THEN 'a'::app.mark END = 'a') STORED,
      "a ""(,)
b" text GENERATED ALWAYS AS (title || ' -- '',(') STORED,
      title text
    )`,
  ]);
  await project.apply(state);
  expect(await project.check(state)).toEqual(NO_DRIFT);
  expect(await columnsOf(project, 'app.areas')).toEqual([
    'twice',
    'slug',
    'size',
    'is_a',
    'a "(,)\nb',
    'title',
  ]);
  await project.rollback();
});

test('a function can return the rows of a table as they are in the code', async () => {
  await using project = await openMigrationProject(server);
  const state = described([
    'CREATE TABLE app.parts (id integer, twice bigint GENERATED ALWAYS AS (id * 2) STORED, name text)',
    'CREATE FUNCTION app.all_parts() RETURNS SETOF app.parts LANGUAGE sql BEGIN ATOMIC SELECT * FROM app.parts; END',
  ]);
  await project.apply(state);
  expect(await project.check(state)).toEqual(NO_DRIFT);
  await project.query("INSERT INTO app.parts VALUES (1, DEFAULT, 'nut')");
  expect(await project.query('SELECT * FROM app.all_parts()')).toEqual([
    { id: 1, twice: '2', name: 'nut' },
  ]);
  await project.rollback();
});

async function columnsOf(project: MigrationProject, table: string): Promise<string[]> {
  const columns = await project.query<{ name: string }>(
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 ORDER BY attnum',
    [table],
  );
  return columns.map(({ name }) => name);
}
