import { expect, inject, test } from 'vitest';

import type { RawStatements } from '../../src/metadata/raw.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

test('a script says what of it runs outside a transaction, and the other one takes back any part of it', async () => {
  await using project = await openMigrationProject(server);
  const authors = 'CREATE TABLE app.authors (id integer PRIMARY KEY)';
  await project.apply(
    described([authors, 'CREATE TABLE app.articles (title text, author_id integer)']),
  );
  const after = {
    ...described([
      authors,
      `CREATE TABLE app.articles (
         title text NOT NULL, author_id integer REFERENCES app.authors (id), slug text UNIQUE)`,
    ]),
    endStatements: ["NOTIFY pgrst, 'reload schema'"],
  };
  const { id } = (await project.generate(after))!;
  expect(await project.script(id, 'up.sql')).toMatchInlineSnapshot(`
    "-- Applies 20260131093001_change.
    -- Written by \`schema generate\`. Run in parts, so that other sessions can read and write.
    -- After an interruption, the next run continues where it stopped; the other script undoes what was done.
    --
    --   create column app.articles.slug
    --   alter column app.articles.title
    --   create constraint articles_author_id_fkey on app.articles
    --   create constraint articles_slug_key on app.articles

    -- part: transaction
    SET LOCAL search_path = pg_catalog;
    SET LOCAL check_function_bodies = off;

    ALTER TABLE "app"."articles" ADD COLUMN "slug" text;

    -- With this constraint, SET NOT NULL does not read the rows.
    ALTER TABLE "app"."articles" ADD CONSTRAINT "rowhouse_title_not_null" CHECK ("title" IS NOT NULL) NOT VALID;

    ALTER TABLE "app"."articles" ADD CONSTRAINT "articles_author_id_fkey" FOREIGN KEY (author_id) REFERENCES app.authors(id) NOT VALID;

    NOTIFY pgrst, 'reload schema';

    -- part: no transaction

    ALTER TABLE "app"."articles" VALIDATE CONSTRAINT "rowhouse_title_not_null";

    ALTER TABLE "app"."articles" VALIDATE CONSTRAINT "articles_author_id_fkey";

    CREATE UNIQUE INDEX CONCURRENTLY "articles_slug_key" ON "app"."articles" (slug);

    -- part: transaction
    SET LOCAL search_path = pg_catalog;
    SET LOCAL check_function_bodies = off;

    ALTER TABLE "app"."articles" ALTER COLUMN "title" SET NOT NULL;

    ALTER TABLE "app"."articles" DROP CONSTRAINT "rowhouse_title_not_null";

    ALTER TABLE "app"."articles" ADD CONSTRAINT "articles_slug_key" UNIQUE USING INDEX "articles_slug_key";

    NOTIFY pgrst, 'reload schema';
    "
  `);
  expect(await project.script(id, 'down.sql')).toMatchInlineSnapshot(`
    "-- Takes back 20260131093001_change.
    -- Written by \`schema generate\`. Run in one transaction.
    --
    --   drop constraint articles_author_id_fkey on app.articles
    --   drop constraint articles_slug_key on app.articles
    --   drop column app.articles.slug
    --   alter column app.articles.title
    --
    -- LOSES DATA:
    --   drop column app.articles.slug: its values are lost

    SET LOCAL search_path = pg_catalog;
    SET LOCAL check_function_bodies = off;

    ALTER TABLE "app"."articles" DROP CONSTRAINT IF EXISTS "rowhouse_title_not_null";

    ALTER TABLE "app"."articles" DROP CONSTRAINT "articles_author_id_fkey";

    ALTER TABLE "app"."articles" DROP CONSTRAINT IF EXISTS "articles_slug_key";

    -- The index was built but is not a constraint yet.
    DROP INDEX IF EXISTS "app"."articles_slug_key";

    -- Loses data: its values are lost.
    ALTER TABLE "app"."articles" DROP COLUMN "slug";

    ALTER TABLE "app"."articles" ALTER COLUMN "title" DROP NOT NULL;

    NOTIFY pgrst, 'reload schema';
    "
  `);
  await project.migrate();
  expect(await project.check(after)).toEqual(NO_DRIFT);
});

const T = 'CREATE TABLE app.t (a integer, b text)';
const KEYED = 'CREATE TABLE app.t (a integer PRIMARY KEY, b text)';
const DOMAINS = [
  'CREATE TYPE app.c AS (x integer)',
  'CREATE DOMAIN app.d AS app.c',
  'CREATE DOMAIN app.e AS app.d',
];

/** What stays as it is. */
const STAYS: readonly {
  readonly what: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Raw SQL of the latter. */
  readonly raw?: RawStatements;
}[] = [
  {
    what: 'an index that raw SQL names',
    before: [T],
    after: [T, 'CREATE INDEX i ON app.t (a)'],
    raw: { name: 'r', up: "SELECT 'app.i'::regclass", down: 'SELECT 1' },
  },
  {
    what: 'a key that is replaced',
    before: [KEYED],
    after: ['CREATE TABLE app.t (a integer, b text PRIMARY KEY)'],
  },
  {
    what: 'a key by which a new view groups',
    before: [T],
    after: [KEYED, 'CREATE VIEW app.v AS SELECT a, b FROM app.t GROUP BY a'],
  },
  {
    what: 'an exclusion',
    before: [T],
    after: [T, 'ALTER TABLE app.t ADD CONSTRAINT e EXCLUDE (a WITH =)'],
  },
  {
    what: 'NOT NULL of a column that holds rows',
    before: ['CREATE TYPE app.c AS (x integer)', 'CREATE TABLE app.t (a app.c)'],
    after: ['CREATE TYPE app.c AS (x integer)', 'CREATE TABLE app.t (a app.c NOT NULL)'],
  },
  {
    what: 'NOT NULL of a domain of rows',
    before: [...DOMAINS, 'CREATE TABLE app.t (a app.e)'],
    after: [...DOMAINS, 'CREATE TABLE app.t (a app.e NOT NULL)'],
  },
  {
    what: 'an index of a column that goes',
    before: [T, 'CREATE INDEX i ON app.t (b)'],
    after: ['CREATE TABLE app.t (a integer)'],
  },
];

test.each(STAYS)('$what stays in the first transaction', async ({ before, after, raw }) => {
  await using project = await openMigrationProject(server);
  await project.apply(described(before));
  const state = { ...described(after), raw: raw ? [raw] : [] };
  const { id } = (await project.generate(state, { allowDataLoss: true }))!;
  expect(await project.script(id, 'up.sql')).not.toMatch(/-- part|CONCURRENTLY|NOT VALID/);
  await project.migrate();
  expect(await project.check(state)).toEqual(NO_DRIFT);
});

test('what is renamed is taken back in one transaction', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(described([T, 'CREATE INDEX i ON app.t (a)']));
  const renamed = described([T.replace('app.t', 'app.u'), 'CREATE INDEX j ON app.u (b)']);
  const { id } = (await project.generate(renamed, { renames: ['app.t=u'] }))!;
  expect(await project.script(id, 'up.sql')).toContain('CREATE INDEX CONCURRENTLY "j"');
  expect(await project.script(id, 'down.sql')).not.toMatch(/-- part|CONCURRENTLY/);
  await project.migrate();
  expect(await project.check(renamed)).toEqual(NO_DRIFT);
  await project.rollback();
  expect(await project.query("SELECT to_regclass('app.i') IS NULL AS gone")).toEqual([
    { gone: false },
  ]);
});

test('an index goes with its column, without a lock of its own', async () => {
  await using project = await openMigrationProject(server);
  const id = 'CREATE TABLE app.articles (id integer PRIMARY KEY';
  await project.apply(
    described([
      `${id}, slug text, state text)`,
      'CREATE INDEX by_slug ON app.articles (id, slug)',
      "CREATE INDEX drafts ON app.articles (id) WHERE state = 'draft'",
    ]),
  );
  const after = described([`${id})`]);
  const dropped = (await project.generate(after, { allowDataLoss: true }))!;
  const script = await project.script(dropped.id, 'up.sql');
  expect(script).not.toContain('DROP INDEX');
  expect(script).toContain('DROP COLUMN "slug"');
  await project.migrate();
  expect(await project.check(after)).toEqual(NO_DRIFT);
  await project.rollback();
  await project.migrate();
  expect(await project.check(after)).toEqual(NO_DRIFT);
});
