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
    // What a default needs that needs the table comes after it.
    'CREATE FUNCTION app.count_things(app.things) RETURNS integer LANGUAGE sql STABLE AS $$ SELECT 1 $$',
    'ALTER TABLE app.things ALTER COLUMN plain SET DEFAULT app.count_things(NULL)',
  ]);
  await project.apply(state);
  expect(await project.check(state)).toEqual(NO_DRIFT);
  expect(await columnsOf(project, 'app.things')).toEqual([
    ...['collated', 'called', 'kind', 'computed', 'code', 'other', 'is_other', 'number', 'id'],
    'plain',
  ]);
  await project.rollback();
});

test('so are its generated columns, whatever their expressions need', async () => {
  await using project = await openMigrationProject(server);
  const state = described([
    `CREATE TYPE app.mark AS ENUM ('a', 'b')`,
    `CREATE COLLATION app.german (provider = icu, locale = 'de')`,
    'CREATE TABLE app.zones (id integer, name text)',
    // PostgreSQL reads these bodies along with the table, so what they name must be there. No catalog says what it is.
    'CREATE FUNCTION app.name_of(app.zones) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT $1.name $$',
    'CREATE FUNCTION app.called(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT "app"."name_of"(ROW(1, $1)) $$',
    'CREATE FUNCTION app.zone(app.zones) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT $1.name $$',
    `CREATE FUNCTION app.is_short(text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT length($1) < 9 $$`,
    'CREATE DOMAIN app.short AS text CHECK (app.is_short(VALUE))',
    `CREATE TABLE app.areas (
      twice integer GENERATED ALWAYS AS (size * 2) STORED NOT NULL,
      size integer DEFAULT length(app.called('abc')),
      slug text COLLATE app.german GENERATED ALWAYS AS (app.called(title)) STORED,
      short app.short,
      is_a boolean GENERATED ALWAYS AS (CASE WHEN size > 1 THEN 'a'::app.mark END = 'a') STORED,
      zone app.zones,
      zone_name text GENERATED ALWAYS AS (app.zone(zone)) STORED,
      "a ""(,)
b" text GENERATED ALWAYS AS (title || ' -- '',(') STORED,
      title text
    )`,
    `CREATE TABLE app.cities (
      mayor text,
      called text GENERATED ALWAYS AS (app.called(mayor || title)) STORED,
      people integer
    ) INHERITS (app.areas)`,
    // The function needs the table, so what calls it comes after the table, and so does what is computed from that.
    'CREATE FUNCTION app.area(app.areas) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT 1 $$',
    'ALTER TABLE app.areas ADD COLUMN late integer GENERATED ALWAYS AS (app.area(NULL)) STORED',
    'ALTER TABLE app.areas ADD COLUMN later integer DEFAULT app.area(NULL)',
    'ALTER TABLE app.areas ADD COLUMN last integer GENERATED ALWAYS AS (later + 1) STORED',
    'ALTER TABLE app.areas ADD COLUMN early integer GENERATED ALWAYS AS (size + 1) STORED',
    'CREATE INDEX by_late ON app.areas (late)',
    'CREATE VIEW app.lates AS SELECT late FROM app.areas',
    'CREATE VIEW app.latest AS SELECT max(late) FROM app.lates',
    // Nor that this column needs its table.
    'CREATE TABLE app.mice (id integer)',
    'CREATE FUNCTION app.age(app.mice) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT 1 $$',
    'CREATE FUNCTION app.any_age() RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT app.age(NULL) $$',
    'ALTER TABLE app.mice ADD COLUMN age integer GENERATED ALWAYS AS (app.any_age()) STORED',
  ]);
  await project.apply(state);
  expect(await project.check(state)).toEqual(NO_DRIFT);
  expect(await columnsOf(project, 'app.areas')).toEqual([
    ...[
      'twice',
      'size',
      'slug',
      'short',
      'is_a',
      'zone',
      'zone_name',
      'a "(,)\nb',
      'title',
      'early',
    ],
    ...['late', 'later', 'last'],
  ]);
  const own = ['mayor', 'called', 'people'];
  const inCities = await columnsOf(project, 'app.cities');
  expect(inCities.filter((name) => own.includes(name))).toEqual(own);
  await project.rollback();
  await project.migrate();
  expect(await project.check(state)).toEqual(NO_DRIFT);
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
