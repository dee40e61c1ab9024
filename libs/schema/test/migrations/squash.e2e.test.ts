import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, inject, test } from 'vitest';

import { check, migrate, squash, StepPipeline } from '../../src/migrations/index.js';
import { directory, onDatabase, project, schema, withProject } from './command.js';
import {
  described,
  NO_DRIFT,
  openMigrationProject,
  type MigrationProject,
} from './migration-project.js';

const server = inject('postgresUrl');

const first = described(['CREATE TABLE app.articles (id serial PRIMARY KEY, title text)']);
const second = described([
  "CREATE TYPE app.mood AS ENUM ('calm', 'bright')",
  `CREATE TABLE app.articles (
     id serial PRIMARY KEY, headline text NOT NULL DEFAULT 'new', mood app.mood, CHECK (headline <> ''))`,
  'CREATE INDEX by_headline ON app.articles (headline)',
  'CREATE VIEW app.headlines AS SELECT id, headline FROM app.articles',
  `COMMENT ON TABLE app.articles IS 'What is read'`,
]);
const third = described([
  ...second.statements.slice(1),
  'CREATE TABLE app.tags (name text PRIMARY KEY, article integer REFERENCES app.articles (id))',
]);

/** A project with three migrations, of which its database has so many. */
async function threeMigrations(applied: number): Promise<MigrationProject> {
  const project = await openMigrationProject(server);
  const states = [{ state: first }, { state: second, renames: ['app.articles.title=headline'] }];
  for (const [index, { state, renames }] of [...states, { state: third, renames: [] }].entries()) {
    await project.generate(state, { name: `m${index + 1}`, ...(renames && { renames }) });
    if (index < applied) await project.migrate();
  }
  return project;
}

const squashOf = ({ directory: folder }: MigrationProject, more: object = {}) =>
  squash({
    name: 'initial',
    directory: folder,
    databaseUrl: server,
    pipeline: new StepPipeline(),
    endStatements: [],
    ...more,
  });

const layout = (project: MigrationProject) =>
  project.query(
    `SELECT attname, format_type(atttypid, atttypmod) AS type, attnotnull FROM pg_attribute
     WHERE attrelid = 'app.articles'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
  );

test('a database that has all that was squashed goes on, and an empty one gets the same', async () => {
  await using old = await threeMigrations(3);
  await old.query("INSERT INTO app.articles (headline) VALUES ('kept')");
  const ids = await old.migrations();
  const squashed = await squashOf(old);
  expect(squashed).toEqual({ id: `${ids[2]!.slice(0, 14)}_initial`, replaced: ids });
  expect(await old.migrations()).toEqual([squashed!.id]);

  expect(await old.check(third)).toEqual(NO_DRIFT);
  expect(await old.migrate()).toEqual([]);
  expect(await old.query('SELECT id FROM rowhouse.migrations')).toEqual([{ id: squashed!.id }]);
  expect(await old.query('SELECT id, headline FROM app.articles')).toEqual([
    { id: 1, headline: 'kept' },
  ]);

  const fourth = described([
    ...third.statements.slice(1),
    'CREATE TABLE app.more (id integer PRIMARY KEY)',
  ]);
  await old.apply(fourth);
  expect(await old.check(fourth)).toEqual(NO_DRIFT);

  await using fresh = await openMigrationProject(server);
  const place = { directory: old.directory, databaseUrl: fresh.url };
  expect(await migrate(place)).toHaveLength(2);
  expect(await check({ ...place, state: fourth })).toEqual(NO_DRIFT);
  expect(await layout(fresh)).toEqual(await layout(old));
  await fresh.query("INSERT INTO app.articles (headline) VALUES ('one')");
  await old.rollback(2);
  expect(await old.query("SELECT to_regclass('app.articles') AS is")).toEqual([{ is: null }]);
});

test('what was squashed twice is known to a database that has the first ones', async () => {
  await using project = await threeMigrations(3);
  const [, second] = await project.migrations();
  const once = await squashOf(project, { name: 'half', until: second });
  expect(await project.migrations()).toHaveLength(2);
  const twice = await squashOf(project);
  expect(twice!.replaced[0]).toBe(once!.id);
  expect(await project.migrate()).toEqual([]);
  expect(await project.check(third)).toEqual(NO_DRIFT);
});

test('a migration that was generated before the squash follows it', async () => {
  await using project = await threeMigrations(2);
  const [, second] = await project.migrations();
  await squashOf(project, { until: second });
  expect(await project.migrate()).toEqual([expect.stringMatching(/_m3$/)]);
  expect(await project.check(third)).toEqual(NO_DRIFT);
});

test('a database that has only a part is refused, before the squash and after it', async () => {
  await using project = await threeMigrations(1);
  const ids = await project.migrations();
  await expect(squashOf(project, { databaseUrl: project.url })).rejects.toThrow(
    [
      `${ids[1]}: the database does not have it yet [early-squash]`,
      `${ids[2]}: the database does not have it yet [early-squash]`,
      '  Run `schema migrate` first, or squash fewer migrations with --until.',
    ].join('\n'),
  );
  expect(await project.migrations()).toEqual(ids);

  const { id } = (await squashOf(project))!;
  const refused =
    `${id}: replaces several migrations, and the database has only some of them [early-squash]\n` +
    '  Check out the commit before the squash, run `schema migrate`, and return to this commit.';
  await expect(project.migrate()).rejects.toThrow(refused);
  await expect(project.rollback()).rejects.toThrow(refused);
  expect((await project.check(third)).conflicts).toMatchObject([{ code: 'early-squash' }]);
  expect(await project.query('SELECT id FROM rowhouse.migrations')).toEqual([{ id: ids[0] }]);
});

test('a database that got another version of what was squashed is refused', async () => {
  await using project = await threeMigrations(3);
  const [, second] = await project.migrations();
  await squashOf(project);
  await project.query("UPDATE rowhouse.migrations SET checksum = 'other' WHERE id = $1", [second]);
  await expect(project.migrate()).rejects.toThrow(
    `${second}: was edited after it was applied to the database [edited-migration]`,
  );
  expect(await project.query('SELECT id FROM rowhouse.migrations')).toHaveLength(3);
});

test('rows that a migration inserts, and objects that none can carry, are refused by name', async () => {
  await using project = await threeMigrations(0);
  const ids = await project.migrations();
  const up = join(project.directory, ids[2]!, 'up.sql');
  await appendFile(up, "\nINSERT INTO app.tags VALUES ('first');\n");
  await expect(squashOf(project)).rejects.toThrow(
    'table app.tags: the migrations insert rows, which the new migration would not contain [data-loss]',
  );
  await appendFile(up, '\nCREATE STATISTICS app.s ON id, headline FROM app.articles;\n');
  await expect(squashOf(project, { allowDataLoss: true })).rejects.toThrow(
    'statistics object app.s: migrations do not support it [unsupported-object]',
  );
  expect(await project.migrations()).toEqual(ids);
});

test('raw SQL is carried, as raw SQL', async () => {
  await using project = await threeMigrations(0);
  const raw = [
    {
      name: 'statistics',
      up: 'CREATE STATISTICS app.s ON id, headline FROM app.articles',
      down: 'DROP STATISTICS app.s',
    },
  ];
  await project.generate({ ...third, raw });
  await squashOf(project);
  await project.migrate();
  expect(await project.query('SELECT stxname FROM pg_statistic_ext')).toEqual([{ stxname: 's' }]);
  expect(await project.check({ ...third, raw })).toEqual(NO_DRIFT);
  await project.apply(third);
  expect(await project.query('SELECT FROM pg_statistic_ext')).toEqual([]);
});

test('what was added by hand is carried', async () => {
  await using project = await threeMigrations(0);
  const [, id] = await project.migrations();
  await appendFile(
    join(project.directory, id!, 'up.sql'),
    '\nCREATE SCHEMA other; CREATE TABLE other.own (id integer PRIMARY KEY);\n',
  );
  await squashOf(project);
  await project.migrate();
  expect(await project.query("SELECT to_regclass('other.own')::text AS is")).toEqual([
    { is: 'other.own' },
  ]);
});

withProject();

test('schema squash', async () => {
  await project('title: text()');
  await schema('generate', 'one', ...onDatabase());
  expect((await schema('squash', 'initial', ...onDatabase())).out).toBe(
    'There is nothing to squash.',
  );
  await project('title: text(), views: integer()');
  await schema('generate', 'two', ...onDatabase());
  await schema('migrate', ...onDatabase());
  const ids = await readdir(join(directory, 'migrations'));
  expect(await schema('squash', 'two')).toMatchObject({
    code: 1,
    err: `error: ${ids[1]}: is the name of a migration that would be replaced [invalid-migration-name]\n  Choose another name.`,
  });
  const id = `${ids[1]!.slice(0, 14)}_initial`;
  expect(await schema('squash', 'initial', ...onDatabase())).toEqual({
    code: 0,
    out: `Wrote ${id}, which replaces:\n  ${ids.join('\n  ')}`,
    err: '',
  });
  expect((await schema('status', ...onDatabase())).out).toMatch(new RegExp(`^applied  ${id}  `));
  expect(await schema('check', ...onDatabase())).toMatchObject({ code: 0 });
  expect((await schema('migrate', ...onDatabase())).out).toBe(
    'The database is up to date: it has all migrations.',
  );
});
