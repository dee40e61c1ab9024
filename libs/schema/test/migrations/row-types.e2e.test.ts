import { expect, inject, test } from 'vitest';

import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

const articles = 'CREATE TABLE app.articles (id integer PRIMARY KEY, title text)';
const label = (returns: string) =>
  `CREATE FUNCTION app.label(app.articles) RETURNS ${returns} LANGUAGE sql IMMUTABLE AS $$ SELECT $1.title::${returns} $$`;
const users = [
  'CREATE UNIQUE INDEX by_label ON app.articles (app.label(articles))',
  `ALTER TABLE app.articles ADD CONSTRAINT has_label CHECK (app.label(articles) <> '')`,
  'ALTER TABLE app.articles ADD CONSTRAINT one_label EXCLUDE (app.label(articles) WITH =)',
  'ALTER TABLE app.articles ENABLE ROW LEVEL SECURITY',
  `CREATE POLICY labelled ON app.articles USING (app.label(articles) <> '')`,
  'CREATE FUNCTION app.touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
  `CREATE TRIGGER labelled BEFORE INSERT ON app.articles FOR EACH ROW WHEN (app.label(NEW) <> '') EXECUTE FUNCTION app.touch()`,
  `CREATE RULE labelled AS ON DELETE TO app.articles WHERE app.label(OLD) <> '' DO INSTEAD NOTHING`,
];
const comments = [
  'INDEX app.by_label',
  'CONSTRAINT has_label ON app.articles',
  'CONSTRAINT one_label ON app.articles',
  'POLICY labelled ON app.articles',
  'TRIGGER labelled ON app.articles',
  'RULE labelled ON app.articles',
].map((part) => `COMMENT ON ${part} IS 'What it is called'`);

test("parts of a table that call a function of the table's own rows come, change and go", async () => {
  const tags = 'CREATE TABLE app.tags (id integer PRIMARY KEY)';
  const states = [
    [articles, label('text'), ...users, ...comments],
    [articles, label('varchar'), ...users, tags],
    [articles, label('varchar')],
    [articles, label('text'), ...users, tags],
    [tags],
    [articles, label('text'), ...users, ...comments, tags],
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
    // It is added to the table after its function, but before other tables use the table's rows.
    'CREATE FUNCTION app.rank(app.pages) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT 1 $$',
    'ALTER TABLE app.pages ADD COLUMN rank integer GENERATED ALWAYS AS (app.rank(NULL)) STORED',
    'CREATE TABLE app.drafts (id integer PRIMARY KEY, page app.pages)',
    'CREATE TABLE app.books (id integer PRIMARY KEY, pages app.pages[])',
  ]);
  await project.apply(state);
  expect(await project.check(state)).toEqual(NO_DRIFT);
  await project.rollback();
});
