import { describe, expect, inject, test } from 'vitest';

import type { DesiredState } from '../../src/desired-state.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

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

  test('an array of it as well', async () => {
    await using project = await openMigrationProject(server);
    const tagged = (type: string, ...before: string[]) =>
      described([
        ...before,
        `CREATE TABLE app.posts (
          id integer PRIMARY KEY,
          tags ${type}[] NOT NULL DEFAULT '{red}',
          CONSTRAINT tagged CHECK (cardinality(tags) > 0)
        )`,
        `CREATE INDEX red_posts ON app.posts (id) WHERE tags = '{red}'::${type}[]`,
      ]);
    const after = tagged('app.tag', "CREATE TYPE app.tag AS ENUM ('red', 'blue')");
    await project.apply(tagged('text'));
    await project.query("INSERT INTO app.posts VALUES (1, '{red,blue}')");

    await project.apply(after, { allowDataLoss: true });
    await project.query('INSERT INTO app.posts VALUES (2)');
    expect(await project.query('SELECT id, tags::text FROM app.posts ORDER BY id')).toEqual([
      { id: 1, tags: '{red,blue}' },
      { id: 2, tags: '{red}' },
    ]);
    expect(await project.check(after)).toEqual(NO_DRIFT);
  });
});
