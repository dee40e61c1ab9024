import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, inject, test } from 'vitest';

import { describeDrift } from '../../src/migrations/check.js';
import { catalogText } from '../catalog-text.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

const articles = described([
  `CREATE TABLE app.articles (id serial PRIMARY KEY, title text NOT NULL DEFAULT 'new', views integer)`,
  `COMMENT ON TABLE app.articles IS 'What was written'`,
]);
const withAuthors = described([
  ...articles.statements.slice(1),
  'CREATE TABLE app.authors (id serial PRIMARY KEY, name text NOT NULL)',
  'ALTER TABLE app.articles ADD COLUMN author_id integer REFERENCES app.authors (id)',
]);

describe('from code to database', () => {
  test('generate, migrate, check and rollback lead there and back', async () => {
    await using project = await openMigrationProject(server);
    const before = await catalogText(project.query);
    expect(await project.generate(articles, { name: 'add-articles' })).toEqual({
      id: '20260131093000_add-articles',
      changes: [
        { verb: 'create', kind: 'schema', object: 'app' },
        { verb: 'create', kind: 'sequence', object: 'app.articles_id_seq' },
        { verb: 'create', kind: 'table', object: 'app.articles' },
      ],
      losses: [],
      dangers: [],
    });
    expect(await project.check(articles)).toEqual({
      ...NO_DRIFT,
      pending: ['20260131093000_add-articles'],
    });
    expect(await project.migrate()).toEqual(['20260131093000_add-articles']);
    expect(await project.migrate()).toEqual([]);
    expect(await project.check(articles)).toEqual(NO_DRIFT);
    const first = await catalogText(project.query);

    await project.apply(withAuthors, { name: 'add-authors' });
    expect(await project.check(withAuthors)).toEqual(NO_DRIFT);
    expect(await project.check(articles)).toMatchObject({
      folder: expect.arrayContaining([
        { change: 'unexpected', kind: 'table', object: 'app.authors' },
      ]) as unknown,
    });

    expect(await project.rollback()).toEqual(['20260131093001_add-authors']);
    expect(await catalogText(project.query)).toEqual(first);
    expect(await project.rollback()).toEqual(['20260131093000_add-articles']);
    expect(await catalogText(project.query)).toEqual(before);
    expect(await project.rollback()).toEqual([]);
    expect(await project.migrate()).toHaveLength(2);
    expect(await project.check(withAuthors)).toEqual(NO_DRIFT);
  });

  test('an identity column comes and goes', async () => {
    await using project = await openMigrationProject(server);
    const without = described(['CREATE TABLE app.t (a integer)']);
    const identity = 'CREATE TABLE app.t (a integer, id integer GENERATED ALWAYS AS IDENTITY)';
    await project.apply(without);
    await project.apply(described([identity]));
    await project.rollback();
    expect(await project.check(without)).toMatchObject({ database: [] });
    await project.migrate();
    expect(await project.check(described([identity]))).toEqual(NO_DRIFT);
  });

  test('a second generate writes nothing, however the code words the same schema', async () => {
    await using project = await openMigrationProject(server);
    await project.generate(articles);
    expect(await project.generate(articles)).toBeUndefined();
    const otherwise = described([
      `CREATE TABLE app.articles (id serial, title text, views int4)`,
      `ALTER TABLE app.articles ADD PRIMARY KEY (id), ALTER title SET NOT NULL, ALTER title SET DEFAULT 'new'`,
      `COMMENT ON TABLE app.articles IS 'What was written'`,
    ]);
    expect(await project.generate(otherwise)).toBeUndefined();
    expect(await project.migrations()).toHaveLength(1);
  });

  test('the scripts say what they do, and end as the code says', async () => {
    await using project = await openMigrationProject(server);
    await project.generate({ ...articles, endStatements: ["NOTIFY pgrst, 'reload schema'"] });
    expect(await project.script('20260131093000_change', 'up.sql')).toMatchInlineSnapshot(`
      "-- Applies 20260131093000_change.
      -- Written by \`schema generate\`. Run in one transaction.
      --
      --   create schema app
      --   create sequence app.articles_id_seq
      --   create table app.articles

      SET LOCAL search_path = pg_catalog;
      SET LOCAL check_function_bodies = off;

      CREATE SCHEMA IF NOT EXISTS "app";

      CREATE SEQUENCE "app"."articles_id_seq" AS integer INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1 NO CYCLE;

      CREATE TABLE "app"."articles" (
        "id"    integer NOT NULL DEFAULT nextval('app.articles_id_seq'::regclass),
        "title" text    NOT NULL DEFAULT 'new'::text,
        "views" integer,
        CONSTRAINT "articles_pkey" PRIMARY KEY (id)
      );

      ALTER SEQUENCE "app"."articles_id_seq" OWNED BY "app"."articles"."id";

      COMMENT ON TABLE "app"."articles" IS 'What was written';

      NOTIFY pgrst, 'reload schema';
      "
    `);
    expect(await project.script('20260131093000_change', 'down.sql')).toMatchInlineSnapshot(`
      "-- Takes back 20260131093000_change.
      -- Written by \`schema generate\`. Run in one transaction.
      --
      --   drop table app.articles
      --   drop schema app
      --
      -- LOSES DATA:
      --   drop table app.articles: its rows are lost

      SET LOCAL search_path = pg_catalog;
      SET LOCAL check_function_bodies = off;

      -- Loses data: its rows are lost.
      DROP TABLE "app"."articles";

      DROP SCHEMA "app";

      NOTIFY pgrst, 'reload schema';
      "
    `);
  });

  test('a statement that PostgreSQL refuses is named, and nothing is written', async () => {
    await using project = await openMigrationProject(server);
    const wrong = described([
      'CREATE TABLE app.one (id integer)',
      'CREATE VIEW app.two AS SELECT nothing FROM app.one',
    ]);
    await expect(project.generate(wrong)).rejects.toThrow(
      'PostgreSQL rejects a statement of the schema: column "nothing" does not exist\n  CREATE VIEW app.two AS SELECT nothing FROM app.one',
    );
    expect(await project.migrations()).toEqual([]);
  });

  test.each([
    [
      'what it found',
      [
        'CREATE TABLE app.one (id integer PRIMARY KEY)',
        'CREATE TABLE app.two (one text REFERENCES app.one)',
      ],
      [
        'foreign key constraint "two_one_fkey" cannot be implemented',
        '  CREATE TABLE app.two (one text REFERENCES app.one)',
        '  Key columns "one" of the referencing table and "id" of the referenced table are of incompatible types: text and integer.',
      ],
    ],
    [
      'the place and a hint',
      ["CREATE TABLE app.one (\n  né text DEFAULT '😀', title text,\n\tCHECK (titel <> '')\n)"],
      [
        'column "titel" does not exist',
        '  CREATE TABLE app.one (',
        "    né text DEFAULT '😀', title text,",
        "  \tCHECK (titel <> '')",
        '  \t       ^',
        '  )',
      ],
    ],
    [
      'the place in the body of a function',
      [
        'CREATE TABLE app.one (id integer, title text)',
        'CREATE FUNCTION app.f() RETURNS text LANGUAGE sql AS $$\n  SELECT titel FROM app.one\n$$',
      ],
      [
        '    SELECT titel FROM app.one',
        '           ^',
        '  $function$',
        '  ',
        '  Perhaps you meant to reference the column "one.title".',
      ],
    ],
  ])('a statement that PostgreSQL refuses is shown with %s', async (_what, statements, lines) => {
    await using project = await openMigrationProject(server);
    await expect(project.generate(described(statements))).rejects.toThrow(lines.join('\n'));
  });

  test('what migrations cannot carry is named', async () => {
    await using project = await openMigrationProject(server);
    const odd = described([
      'CREATE TABLE app.one (a integer, b integer)',
      'CREATE STATISTICS app.related ON a, b FROM app.one',
    ]);
    await expect(project.generate(odd)).rejects.toThrow(
      /statistics.*related: migrations do not support it \[unsupported-object\]\n {2}Pass its SQL to raw\(\)\./,
    );
  });
});

describe('the folder and the database must tell the same story', () => {
  test('an edited migration is refused by its name', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(articles, { name: 'one' });
    await project.generate(withAuthors, { name: 'two' });
    await appendFile(join(project.directory, '20260131093000_one', 'up.sql'), '-- more\n');
    await expect(project.migrate()).rejects.toThrow(
      '20260131093000_one: was edited after it was applied to the database [edited-migration]\n  Restore it',
    );
    await expect(project.rollback()).rejects.toThrow('20260131093000_one: was edited');
    expect(await project.check(withAuthors)).toMatchObject({
      conflicts: [{ code: 'edited-migration', subject: '20260131093000_one' }],
      pending: ['20260131093001_two'],
    });
    const lines = describeDrift(await project.check(withAuthors));
    expect(lines.slice(0, 4).flatMap((line) => line.split('\n'))).toEqual([
      'The migrations folder does not match the database:',
      '  20260131093000_one: was edited after it was applied to the database [edited-migration]',
      '    Restore it, and make the change in a new migration.',
      'The database lacks migrations from the folder. Run `schema migrate`:',
      '  20260131093001_two',
    ]);
  });

  test('line endings are not edits', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(articles, { name: 'one' });
    const path = join(project.directory, '20260131093000_one', 'up.sql');
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('\n', '\r\n'));
    expect(await project.migrate()).toEqual([]);
  });

  test('a missing migration is refused by its name', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(articles, { name: 'one' });
    await project.apply(withAuthors, { name: 'two' });
    await rm(join(project.directory, '20260131093001_two'), { recursive: true });
    await expect(project.migrate()).rejects.toThrow(
      '20260131093001_two: is in the database but not in the migrations folder',
    );
    await rm(join(project.directory, '20260131093000_one'), { recursive: true });
    await project.generate(articles, { name: 'one' });
    await project.generate(withAuthors, { name: 'two' });
    await rm(join(project.directory, '20260131093000_one'), { recursive: true });
    await expect(project.migrate()).rejects.toThrow(
      '20260131093001_two: was generated on top of 20260131093000_one, but follows nothing [misplaced-migration]\n  Restore the folder 20260131093000_one.',
    );
  });

  test('a migration that was generated beside another is refused by its name', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(articles, { name: 'one' });
    await project.apply(withAuthors, { name: 'two' });
    // As when another branch, made from `one` as well, is merged.
    const other = join(project.directory, '20260131093002_other');
    await cp(join(project.directory, '20260131093001_two'), other, { recursive: true });
    await expect(project.migrate()).rejects.toThrow(
      '20260131093002_other: was generated on top of 20260131093000_one, but follows 20260131093001_two',
    );
  });

  test('a migration older than what the database has is refused by its name', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(articles, { name: 'one' });
    await project.query(
      "INSERT INTO rowhouse.migrations (id, checksum) VALUES ('20270101000000_later', 'x')",
    );
    await project.generate(withAuthors, { name: 'two' });
    await expect(project.migrate()).rejects.toThrow(
      /^20260131093001_two: is older than the last one the database has[^]*\n20270101000000_later: is in the database but not/,
    );
  });

  test('an edited catalog and an incomplete folder are refused by name', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(articles, { name: 'one' });
    const folder = join(project.directory, '20260131093000_one');
    const catalog = await readFile(join(folder, 'catalog.json'), 'utf8');
    await writeFile(join(folder, 'catalog.json'), catalog.replace('title', 'tytle'));
    await expect(project.generate(withAuthors)).rejects.toThrow(
      '20260131093000_one: its catalog was edited or truncated',
    );
    await rm(join(folder, 'down.sql'));
    await expect(project.migrate()).rejects.toThrow('20260131093000_one: it has no down.sql');
  });

  test('a later migration stores what it changed of the catalog; an edit of that is refused by name', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(articles, { name: 'one' });
    await project.generate(withAuthors, { name: 'two' });
    const folder = join(project.directory, '20260131093001_two');
    const changes = await readFile(join(folder, 'catalog.diff'), 'utf8');
    expect(changes).toContain('table:app.authors');
    expect(changes).not.toContain('column:app.articles.title');
    // The database has the first one alone, whose catalog is as it was.
    expect(await project.check(withAuthors)).toMatchObject({ database: [], folder: [] });
    const path = join(folder, 'catalog.diff');
    await writeFile(path, changes.replaceAll('table:app.authors', 'table:app.others'));
    await expect(project.generate(articles, { allowDataLoss: true })).rejects.toThrow(
      '20260131093001_two: its catalog was edited or truncated',
    );
    await writeFile(path, changes.replace(/^-  "digest.*/m, '-  "digest": ""'));
    await expect(project.generate(articles, { allowDataLoss: true })).rejects.toThrow(
      '20260131093001_two: its catalog.diff does not fit the catalog before it',
    );
  });

  test('a change made by hand is drift, in words', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(articles);
    await project.query(`ALTER TABLE app.articles ADD COLUMN extra text, DROP COLUMN views;
      ALTER TABLE app.articles ALTER COLUMN title TYPE varchar(20);
      CREATE INDEX by_title ON app.articles (title)`);
    expect((await project.check(articles)).database).toEqual([
      { change: 'unexpected', kind: 'column', object: 'app.articles.extra' },
      {
        change: 'different',
        kind: 'column',
        object: 'app.articles.title',
        attribute: 'type',
        found: 'character varying(20)',
        expected: 'text',
      },
      { change: 'missing', kind: 'column', object: 'app.articles.views' },
      { change: 'unexpected', kind: 'index', object: 'app.by_title' },
    ]);
  });

  test('a migration that fails is rolled back whole, with its name and place', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(articles, { name: 'one' });
    await project.query('INSERT INTO app.articles (title) VALUES (DEFAULT)');
    const strict = described([
      ...articles.statements.slice(1),
      'ALTER TABLE app.articles ALTER COLUMN views SET NOT NULL',
      'CREATE TABLE app.tags (name text)',
    ]);
    await project.generate(strict, { name: 'strict', simple: true });
    await expect(project.migrate()).rejects.toThrow(
      /20260131093001_strict\/up\.sql:\d+: failed and was rolled back: column "views" of relation "articles" contains null values/,
    );
    expect(await project.query("SELECT to_regclass('app.tags') AS tags")).toEqual([{ tags: null }]);
    await project.query('UPDATE app.articles SET views = 0');
    expect(await project.migrate()).toEqual(['20260131093001_strict']);
  });
});
