import { describe, expect, inject, test } from 'vitest';

import type { DesiredState } from '../../src/desired-state.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

test('an enum value is added and used by one migration', async () => {
  await using project = await openMigrationProject(server);
  const moods = (values: string, used: string) =>
    described([
      `CREATE TYPE app.mood AS ENUM (${values})`,
      `CREATE TABLE app.people (id integer PRIMARY KEY, mood app.mood DEFAULT '${used}')`,
    ]);
  await project.apply(moods("'calm'", 'calm'));
  await project.query('INSERT INTO app.people (id) VALUES (1)');
  const generated = await project.apply(moods("'calm', 'glad'", 'glad'));
  expect(await project.script(generated!.id, 'up.sql')).toContain(
    '-- The old type is renamed until all columns have the new one.\nALTER TYPE "app"."mood" RENAME TO ',
  );
  await project.query('INSERT INTO app.people (id) VALUES (2)');
  expect(await project.query('SELECT id, mood::text FROM app.people ORDER BY id')).toEqual([
    { id: 1, mood: 'calm' },
    { id: 2, mood: 'glad' },
  ]);
  expect(await project.check(moods("'calm', 'glad'", 'glad'))).toEqual(NO_DRIFT);
});

/** People with a mood, whose column and type are for each test to choose. */
function people(column: string, types: Readonly<Record<string, readonly string[]>>): DesiredState {
  return described([
    ...Object.entries(types).map(
      ([name, values]) =>
        `CREATE TYPE app.${name} AS ENUM (${values.map((value) => `'${value}'`).join(', ')})`,
    ),
    `CREATE TABLE app.people (
      id integer PRIMARY KEY,
      mood ${column},
      note text,
      UNIQUE (mood, id)
    )`,
    'CREATE INDEX people_by_mood ON app.people (mood)',
    'CREATE VIEW app.moods AS SELECT id, mood FROM app.people',
  ]);
}

describe('a column of an existing table becomes an enum', () => {
  const rows = [
    { id: 1, mood: 'calm' },
    { id: 2, mood: 'glad' },
  ];

  test.each<[string, DesiredState, DesiredState]>([
    [
      'that the same change makes',
      people("text DEFAULT 'calm'", {}),
      people("app.mood DEFAULT 'glad'", { mood: ['calm', 'glad'] }),
    ],
    [
      'that the same change grows',
      people("text DEFAULT 'calm'", { mood: ['calm'] }),
      people("app.mood DEFAULT 'glad'", { mood: ['calm', 'glad'] }),
    ],
    [
      'that the same change grows, without a default',
      people('text', { mood: ['calm'] }),
      people('app.mood', { mood: ['calm', 'glad'] }),
    ],
    [
      'of which the same change takes values, too',
      people("text DEFAULT 'calm'", { mood: ['sad', 'calm'] }),
      people("app.mood DEFAULT 'glad' NOT NULL", { mood: ['calm', 'glad'] }),
    ],
    [
      'in place of one that loses its values',
      people("app.state DEFAULT 'calm'", { mood: ['calm'], state: ['calm', 'glad'] }),
      people("app.mood DEFAULT 'glad'", { mood: ['calm', 'glad'], state: ['sad'] }),
    ],
    [
      'in place of one that goes',
      people("app.state DEFAULT 'calm'", { mood: ['calm'], state: ['calm', 'glad'] }),
      people("app.mood DEFAULT 'glad'", { mood: ['calm', 'glad'] }),
    ],
  ])('%s, and its rows with it', async (_, before, after) => {
    await using project = await openMigrationProject(server);
    const readRows = () => project.query('SELECT id, mood::text FROM app.moods ORDER BY id');
    await project.apply(before);
    await project.query("INSERT INTO app.people (id, mood) VALUES (1, 'calm'), (2, 'glad')");

    const generated = await project.apply(after, { allowDataLoss: true });
    expect(generated?.losses).toEqual([
      expect.objectContaining({ step: 'alter column app.people.mood' }),
    ]);
    expect(await readRows()).toEqual(rows);
    expect(await project.check(after)).toEqual(NO_DRIFT);
    expect(await project.generate(after)).toBeUndefined();

    await project.rollback();
    expect(await readRows()).toEqual(rows);
    await project.migrate();
    expect(await readRows()).toEqual(rows);
    expect(await project.check(after)).toEqual(NO_DRIFT);
  });

  test('an array of it as well, with what depends on the column', async () => {
    await using project = await openMigrationProject(server);
    const tagged = (type: string, values: string) =>
      described([
        `CREATE TYPE app.tag AS ENUM (${values})`,
        `CREATE TABLE app.posts (
          id integer PRIMARY KEY,
          tags ${type}[] NOT NULL DEFAULT '{red}',
          many integer GENERATED ALWAYS AS (cardinality(tags)) STORED,
          CONSTRAINT tagged CHECK (cardinality(tags) > 0)
        )`,
        `CREATE INDEX red_posts ON app.posts (id) WHERE tags = '{red}'::${type}[]`,
      ]);
    const after = tagged('app.tag', "'red', 'blue'");
    await project.apply(tagged('text', "'red'"));
    await project.query("INSERT INTO app.posts VALUES (1, '{red,blue}')");

    await project.apply(after, { allowDataLoss: true });
    await project.query('INSERT INTO app.posts VALUES (2)');
    expect(await project.query('SELECT id, tags::text, many FROM app.posts ORDER BY id')).toEqual([
      { id: 1, tags: '{red,blue}', many: 2 },
      { id: 2, tags: '{red}', many: 1 },
    ]);
    expect(await project.check(after)).toEqual(NO_DRIFT);
  });
});
