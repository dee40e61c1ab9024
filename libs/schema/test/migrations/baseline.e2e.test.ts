import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { baseline } from '../../src/migrations/index.js';
import { directory, onDatabase, project, schema, withProject } from './command.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const serverUrl = inject('postgresUrl');
const articles = described(['CREATE TABLE app.articles (id integer PRIMARY KEY, title text)']);
const titled = described([
  'CREATE TABLE app.articles (id integer PRIMARY KEY, title text NOT NULL)',
]);

test('a database that was there before its migrations is taken as it is, and goes on from there', async () => {
  await using database = await openMigrationProject(serverUrl);
  const place = { directory: database.directory, databaseUrl: database.url };
  await database.query(
    `CREATE SCHEMA app; CREATE TABLE app.articles (id integer PRIMARY KEY, title text);
     CREATE TABLE app.others (x text); INSERT INTO app.articles VALUES (1, 'kept')`,
  );
  const { id } = (await database.generate(articles))!;
  expect(await baseline(place)).toEqual([id]);
  expect(await baseline(place)).toEqual([]);
  expect(await database.migrate()).toEqual([]);
  expect(await database.check(articles)).toEqual(NO_DRIFT);

  await database.apply(titled);
  expect(await database.check(titled)).toEqual(NO_DRIFT);
  expect(await database.query('SELECT * FROM app.articles')).toEqual([{ id: 1, title: 'kept' }]);
});

test('each difference is refused by name, and nothing is noted', async () => {
  await using database = await openMigrationProject(serverUrl);
  await database.query(
    'CREATE SCHEMA app; CREATE TABLE app.articles (id bigint PRIMARY KEY, extra text)',
  );
  await database.generate(articles);
  const place = { directory: database.directory, databaseUrl: database.url };
  await expect(baseline(place)).rejects.toThrow(
    [
      'column app.articles.extra: the migrations do not have it [different-database]',
      "column app.articles.id: type: found 'bigint', expected integer [different-database]",
      'column app.articles.title: the database does not have it [different-database]',
      '  Nothing was marked as applied.',
    ].join('\n'),
  );
  expect(await database.query("SELECT to_regclass('rowhouse.migrations') AS journal")).toEqual([
    { journal: null },
  ]);
});

test('one migration in place of all others is taken for them by a database that has their result', async () => {
  await using database = await openMigrationProject(serverUrl);
  const place = { directory: database.directory, databaseUrl: database.url };
  await database.apply(articles);
  const { id } = (await database.generate(titled))!;
  const replaced = await database.migrations();
  for (const each of replaced) await database.forget(each);
  await database.generate(titled, { name: 'initial' });
  await expect(database.migrate()).rejects.toThrow(
    `${replaced[0]}: is in the database but not in the migrations folder [missing-migration]\n` +
      '  Restore it from version control. If one migration replaces all, run `schema baseline`.',
  );
  // The last of the old ones was never applied.
  await expect(baseline(place)).rejects.toThrow('column app.articles.title: notNull');

  await database.query(
    `ALTER TABLE app.articles ALTER title SET NOT NULL;
     INSERT INTO rowhouse.migrations (id, checksum) VALUES ('${id}', '')`,
  );
  const [initial] = await database.migrations();
  expect(await baseline(place)).toEqual([initial]);
  expect(await database.query('SELECT id FROM rowhouse.migrations')).toEqual([{ id: initial }]);
  expect(await database.migrate()).toEqual([]);
  expect(await database.check(titled)).toEqual(NO_DRIFT);
});

withProject();

test('schema baseline', async () => {
  await project('title: text()');
  expect(await schema('baseline')).toMatchObject({
    code: 1,
    err: 'error: no database is set\n  Set --database-url or DATABASE_URL.',
  });
  const client = new pg.Client(onDatabase()[1]);
  await client.connect();
  await client.query((await schema('sql')).out);
  await client.end();
  await schema('generate', 'initial', ...onDatabase());
  const [id] = await readdir(join(directory, 'migrations'));
  expect(await schema('baseline', ...onDatabase())).toEqual({
    code: 0,
    out: `Marked ${id} as applied\nMigrations marked as applied: 1.`,
    err: '',
  });
  expect((await schema('check', ...onDatabase())).code).toBe(0);
  expect(JSON.parse((await schema('baseline', '--json', ...onDatabase())).out)).toEqual([]);
});
