import { expect, inject, test } from 'vitest';

import { catalogText } from '../catalog-text.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

const before = described([
  "CREATE TYPE app.mood AS ENUM ('calm', 'sad')",
  `CREATE TABLE app.articles (id serial PRIMARY KEY, title text NOT NULL CHECK (title <> ''), mood app.mood DEFAULT 'sad')`,
  'CREATE INDEX articles_title_idx ON app.articles (title)',
  'CREATE TABLE app.notes (id serial PRIMARY KEY, article_id integer REFERENCES app.articles)',
  'CREATE VIEW app.titles AS SELECT title FROM app.articles',
]);
const after = described([
  "CREATE TYPE app.mood AS ENUM ('calm', 'gloomy')",
  `CREATE TABLE app.posts (id serial PRIMARY KEY, headline text NOT NULL CHECK (headline <> ''), mood app.mood DEFAULT 'gloomy')`,
  'CREATE INDEX posts_headline_idx ON app.posts (headline)',
  'CREATE TABLE app.notes (id serial PRIMARY KEY, article_id integer REFERENCES app.posts)',
  'CREATE VIEW app.titles AS SELECT headline AS title FROM app.posts',
]);
const renames = ['app.articles=posts', 'app.posts.title=headline', 'app.mood.sad=gloomy'];

test('what is renamed keeps its rows, its numbers and what is named after it, both ways', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(before);
  const dump = await catalogText(project.query);
  await project.query("INSERT INTO app.articles (title) VALUES ('one'), ('two')");
  await project.query('INSERT INTO app.notes (article_id) VALUES (1)');

  const generated = await project.apply(after, { renames, name: 'rename' });
  expect(generated?.losses).toEqual([]);
  expect(generated?.changes).toEqual([
    { verb: 'rename', kind: 'table', object: 'app.articles to posts' },
    { verb: 'rename', kind: 'column', object: 'app.posts.title to headline' },
    { verb: 'rename', kind: 'value', object: 'app.mood.sad to gloomy' },
    { verb: 'rename', kind: 'constraint', object: 'app.posts.articles_pkey to posts_pkey' },
    {
      verb: 'rename',
      kind: 'constraint',
      object: 'app.posts.articles_title_check to posts_headline_check',
    },
    { verb: 'rename', kind: 'index', object: 'app.articles_title_idx to posts_headline_idx' },
    { verb: 'rename', kind: 'sequence', object: 'app.articles_id_seq to posts_id_seq' },
  ]);
  expect(await project.check(after)).toEqual(NO_DRIFT);
  await project.query("INSERT INTO app.posts (headline) VALUES ('three')");
  expect(await project.query('SELECT id, headline, mood FROM app.posts ORDER BY id')).toEqual([
    { id: 1, headline: 'one', mood: 'gloomy' },
    { id: 2, headline: 'two', mood: 'gloomy' },
    { id: 3, headline: 'three', mood: 'gloomy' },
  ]);

  await project.rollback();
  expect(await catalogText(project.query)).toEqual(dump);
  expect(await project.query('SELECT count(*)::int AS n FROM app.articles')).toEqual([{ n: 3 }]);
});

test('what seems to be renamed is asked about, and keeps its rows if it was', async () => {
  await using project = await openMigrationProject(server);
  const named = (column: string) =>
    described([`CREATE TABLE app.notes (id int PRIMARY KEY, ${column} text)`]);
  await project.apply(named('title'));
  await project.query("INSERT INTO app.notes VALUES (1, 'kept')");
  const asked: unknown[] = [];
  await project.apply(named('headline'), {
    askRenames: (candidates) => {
      asked.push(...candidates);
      return Promise.resolve(candidates);
    },
  });
  expect(asked).toEqual([{ from: ['app', 'notes', 'title'], to: 'headline' }]);
  expect(await project.query('SELECT headline FROM app.notes')).toEqual([{ headline: 'kept' }]);
});

test('without --rename a new name loses data, and needs leave to', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(before);
  const refusal = project.generate(after);
  await expect(refusal).rejects.toThrow(
    'drop table app.articles: its rows are lost [data-loss]\n  Nothing was written.',
  );
  await expect(refusal).rejects.toThrow('--rename');
  expect(await project.migrations()).toHaveLength(1);
  const generated = await project.generate(after, { allowDataLoss: true });
  expect(generated?.losses).toContainEqual({
    step: 'drop table app.articles',
    loss: 'its rows are lost',
  });
  const { id } = generated!;
  expect(await project.script(id, 'up.sql')).toContain(
    '-- LOSES DATA:\n--   drop table app.articles: its rows are lost',
  );
});

test('renaming what is not there is refused', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(before);
  const renaming = (rename: string) => project.generate(after, { renames: [rename] });
  await expect(renaming('app.article=posts')).rejects.toThrow(
    "--rename: the migrations contain nothing named 'app.article' [unknown-object]\n  Did you mean 'app.articles'?",
  );
  await expect(renaming('app.articles.titel=headline')).rejects.toThrow(
    "nothing named 'app.articles.titel' [unknown-object]\n  Did you mean 'app.articles.title'?",
  );
  await expect(renaming('ap=blog')).rejects.toThrow("Did you mean 'app'?");
  await expect(renaming('app.elsewhere=posts')).rejects.toThrow(
    /nothing named 'app.elsewhere' \[unknown-object\]$/,
  );
});

test.each([
  ['varchar(40)', 'varchar(20)', 'character varying(40) to character varying(20)'],
  ['text', 'integer', 'text to integer'],
  ['timestamptz', 'date', 'timestamp with time zone to date'],
  ['numeric(10,2)', 'numeric(10,1)', 'numeric(10,2) to numeric(10,1)'],
])('a column from %s to %s may lose data', async (from, to, words) => {
  await using project = await openMigrationProject(server);
  const table = (type: string) => described([`CREATE TABLE app.t (a ${type})`]);
  await project.apply(table(from));
  await expect(project.generate(table(to))).rejects.toThrow(
    `alter column app.t.a: its values are converted from ${words}, and may be truncated or rejected`,
  );
  const back = await project.generate(table(to), { allowDataLoss: true });
  expect(back?.losses).toHaveLength(1);
});

test('a sequence that starts anew is a loss', async () => {
  await using project = await openMigrationProject(server);
  const table = (id: string) => described([`CREATE TABLE app.t (id ${id} PRIMARY KEY)`]);
  await project.apply(table('serial'));
  await expect(project.generate(table('integer'))).rejects.toThrow(
    /sequence app\.t_id_seq loses its position, so the same numbers may be used again/,
  );
});
