import { expect, inject, test } from 'vitest';

import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

const articles = 'CREATE TABLE app.articles (id integer PRIMARY KEY, title text)';
const label = (returns: string) =>
  `CREATE FUNCTION app.label(app.articles) RETURNS ${returns} LANGUAGE sql IMMUTABLE AS $$ SELECT $1.title::${returns} $$`;
const index = 'CREATE UNIQUE INDEX by_label ON app.articles (app.label(articles))';
const comment = `COMMENT ON INDEX app.by_label IS 'What it is called'`;

test("an index on a function of the table's own rows comes, changes and goes", async () => {
  const tags = 'CREATE TABLE app.tags (id integer PRIMARY KEY)';
  const states = [
    [articles, label('text'), index, comment],
    [articles, label('varchar'), index, tags],
    [articles, label('varchar')],
    [articles, label('text'), index, tags],
    [tags],
    [articles, label('text'), index, comment, tags],
  ].map((statements) => described(statements));
  await using project = await openMigrationProject(server);
  for (const state of states) {
    await project.apply(state, { allowDataLoss: true });
    expect(await project.check(state)).toEqual(NO_DRIFT);
  }
  await project.rollback(states.length);
  expect(await project.query("SELECT to_regclass('app.articles') AS is")).toEqual([{ is: null }]);
  expect(await project.migrate()).toHaveLength(states.length);
});

test('a table may have rows of a table with generated columns', async () => {
  await using project = await openMigrationProject(server);
  const state = described([
    'CREATE FUNCTION app.low(t text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT lower(t) $$',
    'CREATE TABLE app.pages (id integer PRIMARY KEY, title text, slug text GENERATED ALWAYS AS (app.low(title)) STORED, size integer GENERATED ALWAYS AS (length(title)) STORED)',
    'CREATE TABLE app.drafts (id integer PRIMARY KEY, page app.pages)',
    'CREATE TABLE app.books (id integer PRIMARY KEY, pages app.pages[])',
  ]);
  await project.apply(state);
  expect(await project.check(state)).toEqual(NO_DRIFT);
  await project.rollback();
});
