import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'drizzle-orm';
import { integer, json, serial, text, timestamp } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { codeBlocks } from '../../../tools/docs/code-blocks.js';
import { desiredState, idOf, Metadata, SchemaConfig, seed, table } from '../src/index.js';
import { runSeeds } from '../src/seed/run.js';
import { directory, onDatabase, schema, withProject } from './migrations/command.js';
import { openMigrationProject } from './migrations/migration-project.js';

const server = inject('postgresUrl');
const PAGE = 'docs/schema/seed.md';

/** Tables whose database is made, and their seeds. */
async function open(metadata: Metadata) {
  const project = await openMigrationProject(server);
  await project.apply(desiredState(metadata, new SchemaConfig({ autoDiscover: false })));
  const run = (more: object = {}) =>
    runSeeds({ databaseUrl: project.url, seeds: metadata.seeds(), ...more });
  return { project, run, [Symbol.asyncDispose]: () => project[Symbol.asyncDispose]() };
}

test('rows are inserted, updated and left alone', async () => {
  const metadata = new Metadata();
  const things = table(
    'things',
    { code: text().primaryKey(), label: text(), data: json(), more: text().default('own') },
    { metadata },
  );
  seed(things, [
    { code: 'a', label: 'A', data: { x: [1] } },
    { code: 'b', label: sql`upper('b')` },
    { code: 'c', label: null },
  ]);
  await using database = await open(metadata);
  const { project, run } = database;
  expect(await run({ dryRun: true })).toEqual([
    { table: 'public.things', inserted: 3, updated: 0, unchanged: 0 },
  ]);
  expect(await project.query('SELECT * FROM things')).toEqual([]);
  await run();
  expect(await run()).toEqual([{ table: 'public.things', inserted: 0, updated: 0, unchanged: 3 }]);
  await project.query(
    "UPDATE things SET label = 'edited', more = 'theirs' WHERE code = 'a'; INSERT INTO things VALUES ('z')",
  );
  expect(await run()).toEqual([{ table: 'public.things', inserted: 0, updated: 1, unchanged: 2 }]);
  expect(await project.query('SELECT * FROM things ORDER BY 1')).toEqual([
    { code: 'a', label: 'A', data: { x: [1] }, more: 'theirs' },
    { code: 'b', label: 'B', data: null, more: 'own' },
    { code: 'c', label: null, data: null, more: 'own' },
    { code: 'z', label: null, data: null, more: 'own' },
  ]);
});

test('tables that others refer to come first, and rows of one table in their order', async () => {
  const metadata = new Metadata();
  const people = table(
    'people',
    { name: text().notNull().unique(), boss: integer(), born: timestamp({ withTimezone: true }) },
    { metadata },
  );
  const badges = table(
    'badges',
    {
      person: integer()
        .notNull()
        .references(() => people.table.id),
      kind: text().notNull(),
    },
    { metadata, primaryKey: ['person', 'kind'] },
  );
  seed(badges, [
    { person: idOf(people, { name: 'Ada' }), kind: 'gold' },
    { person: idOf(people, { name: 'Bob' }), kind: 'gold' },
  ]);
  seed(
    people,
    [
      { name: 'Ada', born: new Date('1815-12-10T00:00:00Z') },
      { name: 'Bob', boss: idOf(people, { name: 'Ada' }) },
    ],
    { key: ['name'] },
  );
  await using database = await open(metadata);
  const counts = [
    { table: 'public.people', inserted: 2, updated: 0, unchanged: 0 },
    { table: 'public.badges', inserted: 2, updated: 0, unchanged: 0 },
  ];
  expect(await database.run()).toEqual(counts);
  expect(await database.run()).toEqual(
    counts.map(({ table: name }) => ({ table: name, inserted: 0, updated: 0, unchanged: 2 })),
  );
  expect(await database.project.query('SELECT name, boss FROM people ORDER BY 1')).toEqual([
    { name: 'Ada', boss: null },
    { name: 'Bob', boss: 1 },
  ]);
});

test('a sequence is behind the values that rows gave, and keeps its place otherwise', async () => {
  const metadata = new Metadata();
  const serials = table('serials', { id: serial().primaryKey(), name: text() }, { metadata });
  const identities = table(
    'identities',
    { id: integer().primaryKey().generatedByDefaultAsIdentity(), name: text() },
    { metadata },
  );
  seed(serials, [{ id: 7, name: 'seven' }]);
  seed(identities, [{ id: 5, name: 'five' }]);
  await using database = await open(metadata);
  const { project, run } = database;
  await run();
  const next = () =>
    project.query(
      `WITH one AS (INSERT INTO serials (name) VALUES ('x') RETURNING id),
            two AS (INSERT INTO identities (name) VALUES ('x') RETURNING id)
       SELECT one.id AS one, two.id AS two FROM one, two`,
    );
  expect(await next()).toEqual([{ one: 8, two: 6 }]);
  await run();
  expect(await next()).toEqual([{ one: 9, two: 7 }]);
});

test('rows that people edit are kept', async () => {
  const metadata = new Metadata();
  const users = table('users', { name: text().primaryKey(), role: text() }, { metadata });
  seed(users, [{ name: 'admin', role: 'all' }], { existing: 'keep' });
  await using database = await open(metadata);
  await database.run();
  await database.project.query("UPDATE users SET role = 'none'");
  expect(await database.run()).toMatchObject([{ updated: 0, unchanged: 1 }]);
  expect(await database.project.query('SELECT role FROM users')).toEqual([{ role: 'none' }]);
});

test('what PostgreSQL refuses names the row, and nothing is written', async () => {
  const metadata = new Metadata();
  const things = table(
    'things',
    { code: text().primaryKey(), label: text().notNull() },
    { metadata },
  );
  const parts = table('parts', { code: text().primaryKey(), thing: text() }, { metadata });
  seed(things, [
    { code: 'a', label: 'A' },
    { code: 'b', label: sql`NULL` },
  ]);
  await using database = await open(metadata);
  await expect(database.run()).rejects.toThrow(
    `seed of table public.things: rows[1]: null value in column "label" of relation "things" violates not-null constraint (23502) [seed-failed]`,
  );
  expect(await database.project.query('SELECT * FROM things')).toEqual([]);
  await database.project.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE insufficient_privilege USING MESSAGE = 'not you', HINT = 'ask us'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON things FOR EACH ROW EXECUTE FUNCTION refuse()`);
  await expect(database.run()).rejects.toThrow(
    'rows[0]: not you (42501) [seed-failed]\n  ask us\n  Nothing was changed. Run the command as the owner of the objects, or grant the privilege to the user.',
  );
  const other = new Metadata();
  const copy = table('parts', { code: text().primaryKey(), thing: text() }, { metadata: other });
  seed(copy, [{ code: 'x', thing: idOf(things, { code: 'none' }) }]);
  await expect(database.run({ seeds: other.seeds() })).rejects.toThrow(
    "seed of table public.parts: rows[0].thing: no row of public.things has code = 'none' [no-such-row]",
  );
  await database.project.query('DROP TABLE parts');
  seed(parts, [{ code: 'x' }]);
  await expect(database.run({ seeds: metadata.seeds().slice(1) })).rejects.toThrow(
    'If the database lacks migrations, run `schema migrate` first.',
  );
});

withProject();

test('what the page says can be done', async () => {
  const page = await readFile(join(import.meta.dirname, '../../..', PAGE), 'utf8');
  const blocks = codeBlocks(PAGE, page);
  const code = blocks.find(({ language }) => language === 'ts')!.code;
  const drizzle = JSON.stringify(import.meta.resolve('drizzle-orm/pg-core'));
  await writeFile(
    join(directory, 'schema.config.ts'),
    code.replace("'drizzle-orm/pg-core'", drizzle),
  );
  const outputs: string[] = [];
  const commands = blocks.find(({ language }) => language === 'sh')!.code;
  for (const [, line] of commands.matchAll(/^schema (\w+ ?\w*)/gm)) {
    const { code: exit, out, err } = await schema(...line!.trim().split(' '), ...onDatabase());
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    outputs.push(out);
  }
  expect(outputs.at(-1)).toBe(blocks.find(({ language }) => language === 'text')!.code.trim());
  expect((await schema('seed', '--dry-run', ...onDatabase())).out).toBe(
    'blog.authors: 0 inserted, 0 updated, 2 unchanged\nblog.articles: 0 inserted, 0 updated, 2 unchanged\nNothing was changed.',
  );
  expect(JSON.parse((await schema('seed', '--json', ...onDatabase())).out)).toHaveLength(2);
  const client = new pg.Client(onDatabase()[1]);
  await client.connect();
  await client.query("DELETE FROM blog.articles; DELETE FROM blog.authors WHERE name = 'Grace'");
  await client.end();
  expect(await schema('seed')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^error: no database/) as string,
  });
});
