import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { described, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');
const SESSIONS = 8;
const ROUNDS = 20;

/** Two tables that applications write to in the order of the foreign key: books, then authors. */
function library(columns: number): ReturnType<typeof described> {
  const more = Array.from({ length: columns }, (_, n) => `, more${n} text`).join('');
  return described([
    `CREATE TABLE app.authors (id integer PRIMARY KEY, name text${more})`,
    `CREATE TABLE app.books (id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
       author_id integer NOT NULL REFERENCES app.authors (id)${more})`,
  ]);
}

test('no statement of an application fails while tables that reference each other change', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(library(0));
  await project.query("INSERT INTO app.authors SELECT n, 'name' FROM generate_series(1, 50) AS n");
  for (let round = 1; round <= ROUNDS; round++) {
    await project.generate(library(round), { name: `round-${round}`, simple: true });
  }
  let isOver = false;
  let written = 0;
  const failures: string[] = [];
  const insert = async () => {
    const client = new pg.Client(project.url);
    await client.connect();
    while (!isOver) {
      try {
        await client.query('BEGIN');
        await client.query('INSERT INTO app.books (author_id) VALUES ($1)', [(written % 50) + 1]);
        await client.query('UPDATE app.authors SET name = $2 WHERE id = $1', [
          (written % 50) + 1,
          String(written),
        ]);
        await client.query('COMMIT');
        written += 1;
      } catch (error) {
        failures.push((error as Error).message);
        await client.query('ROLLBACK');
      }
    }
    await client.end();
  };
  const sessions = Array.from({ length: SESSIONS }, insert);
  const applied = await project.migrate().finally(() => (isOver = true));
  await Promise.all(sessions);
  expect(failures).toEqual([]);
  expect(applied).toHaveLength(ROUNDS);
  expect(written).toBeGreaterThan(0);
});
