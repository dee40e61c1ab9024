import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';

import { baseline, check, migrate, pendingMigrations, status } from '../../src/migrations/index.js';
import { unitsOf } from '../../src/migrations/script-units.js';
import { catalogText } from '../catalog-text.js';
import {
  described,
  NO_DRIFT,
  openMigrationProject,
  type MigrationProject,
} from './migration-project.js';

const server = inject('postgresUrl');

const before = described([
  'CREATE TABLE app.authors (id integer PRIMARY KEY, email text)',
  'CREATE TABLE app.articles (id integer PRIMARY KEY, author_id integer, title text, views integer)',
  'CREATE INDEX by_views ON app.articles (views)',
  'CREATE INDEX by_title ON app.articles (title)',
]);
/** One of each: late keys and what refers to them, indexes that come, go and change, checks, NOT NULL. */
const after = described([
  'CREATE TABLE app.authors (id integer PRIMARY KEY, email text UNIQUE)',
  `CREATE TABLE app.articles (
     id integer PRIMARY KEY, author_id integer REFERENCES app.authors (id), title text NOT NULL,
     views integer CHECK (views >= 0), author_email text REFERENCES app.authors (email))`,
  'CREATE TABLE app.letters (author_email text REFERENCES app.authors (email))',
  'CREATE INDEX by_title ON app.articles (title, id)',
  'CREATE INDEX by_author ON app.articles (author_id)',
  "COMMENT ON INDEX app.by_author IS 'Who wrote it'",
]);

/** A project whose database has `before`, with some rows, and a migration to `after`. */
async function prepared(): Promise<MigrationProject & { readonly id: string }> {
  const project = await openMigrationProject(server);
  await project.apply(before);
  await project.query("INSERT INTO app.authors VALUES (1, 'a@example.org')");
  await project.query("INSERT INTO app.articles VALUES (1, 1, 'One', 0)");
  const { id } = (await project.generate(after))!;
  return Object.assign(project, { id });
}

/** Writes into both scripts, behind each unit, a statement that fails when it is told to. */
async function makeStoppable(project: MigrationProject, id: string): Promise<number[]> {
  await project.query(`
    CREATE TABLE public.stops (n integer);
    CREATE FUNCTION public.stop(integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT FROM public.stops WHERE n = $1) THEN RAISE EXCEPTION 'stopped'; END IF;
    END $$`);
  return Promise.all(
    ['up.sql', 'down.sql'].map(async (name) => {
      const file = join(project.directory, id, name);
      const units = unitsOf(file, await readFile(file, 'utf8'));
      const script = units.map(({ isTransaction, sql }, index) => [
        `-- part: ${isTransaction ? '' : 'no '}transaction\n${sql};`,
        `-- part: no transaction\nSELECT public.stop(${index + 1});`,
      ]);
      await writeFile(file, script.flat().join('\n'));
      return units.length;
    }),
  );
}

/** Runs a script as far as behind its first units. */
async function stopAfter(
  project: MigrationProject,
  done: number,
  run: () => Promise<unknown>,
): Promise<void> {
  await project.query('INSERT INTO public.stops VALUES ($1)', [done]);
  await expect(run()).rejects.toThrow(
    /: failed: stopped [^]*The earlier parts of the migration stay applied/,
  );
  await project.query('TRUNCATE public.stops');
}

test('wherever a migration stops, it goes on, and is taken back', async () => {
  await using project = await prepared();
  const { id } = project;
  const [up, down] = await makeStoppable(project, id);
  expect([up, down]).toEqual([11, 3]);
  const old = await catalogText(project.query);
  await project.migrate();
  expect(await project.check(after)).toEqual(NO_DRIFT);
  const fresh = await catalogText(project.query);
  const expectAll = async (done: number, way: () => Promise<string[]>, dump: string[]) => {
    expect([done, await way()]).toEqual([done, [id]]);
    expect([done, await catalogText(project.query)]).toEqual([done, dump]);
  };
  // On at every other place, and back at the others, for time.
  for (let done = 1; done <= down!; done++) {
    await stopAfter(project, done, () => project.rollback());
    if (done % 2 === 0) await expectAll(done, () => project.migrate(), fresh);
    else {
      await expectAll(done, () => project.rollback(), old);
      await project.migrate();
    }
  }
  await project.rollback();
  for (let done = 1; done <= up!; done++) {
    await stopAfter(project, done, () => project.migrate());
    if (done % 2 === 0) await expectAll(done, () => project.rollback(), old);
    else {
      await expectAll(done, () => project.migrate(), fresh);
      await project.rollback();
    }
  }
});

describe('rows that are in the way', () => {
  test('of an index leave none behind, and what is fixed goes on', async () => {
    await using project = await prepared();
    const { id } = project;
    await project.query("INSERT INTO app.authors VALUES (2, 'a@example.org')");
    await expect(project.migrate()).rejects.toThrow(
      /up\.sql:\d+: failed: could not create unique index "authors_email_key" \(23505\) \[migration-failed\]\n {2}\d+ \| CREATE UNIQUE INDEX CONCURRENTLY "authors_email_key" ON "app"\."authors" \(email\);\n {2}Key \(email\)=\(a@example\.org\) is duplicated\.\n {2}The earlier parts of the migration stay applied\. To continue from here, run `schema migrate`; to undo them, run `schema rollback`\.\n {2}Fix the rows/,
    );
    expect(await project.query("SELECT to_regclass('app.authors_email_key') AS index")).toEqual([
      { index: null },
    ]);
    await project.query('DELETE FROM app.authors WHERE id = 2');
    expect(await project.migrate()).toEqual([id]);
    expect(await project.check(after)).toEqual(NO_DRIFT);
  });

  test('of a constraint are fixed in the rest of the script', async () => {
    await using project = await prepared();
    const { id } = project;
    await project.query('INSERT INTO app.articles (id, title) VALUES (2, NULL)');
    await expect(project.migrate()).rejects.toThrow(
      /up\.sql:\d+: failed: check constraint "rowhouse_title_not_null" of relation "articles" is violated by some row/,
    );
    const file = join(project.directory, id, 'up.sql');
    const script = await readFile(file, 'utf8');
    const validation =
      'ALTER TABLE "app"."articles" VALIDATE CONSTRAINT "rowhouse_title_not_null";';
    const fill = "UPDATE app.articles SET title = 'none' WHERE title IS NULL;";
    expect(script).toContain(validation);
    await writeFile(file, script.replace(validation, `${fill}\n\n${validation}`));
    expect(await project.migrate()).toEqual([id]);
    expect(await project.check(after)).toEqual(NO_DRIFT);
    expect(await project.query('SELECT title FROM app.articles WHERE id = 2')).toEqual([
      { title: 'none' },
    ]);
  });
});

test('an index that a cut connection left invalid is built anew', async () => {
  await using project = await openMigrationProject(server);
  const authors = 'CREATE TABLE app.authors (id integer PRIMARY KEY, email text)';
  const indexed = described([authors, 'CREATE INDEX by_email ON app.authors (email)']);
  await project.apply(described([authors]));
  const { id } = (await project.generate(indexed))!;
  const reader = new pg.Client(project.url);
  await reader.connect();
  try {
    // A build waits for those who write.
    await reader.query('BEGIN; LOCK TABLE app.authors IN ROW EXCLUSIVE MODE');
    const told: (readonly string[])[] = [];
    const running = migrate({
      databaseUrl: project.url,
      directory: project.directory,
      lockTimeoutMs: 300,
      onBlocked: (_id, holders) => void told.push(holders),
    }).catch((error: unknown) => error as Error);
    const invalid = 'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid';
    await expect.poll(() => project.query(invalid)).toEqual([{ name: 'app.by_email' }]);
    await expect.poll(() => told).toEqual([[expect.stringMatching(/holds the lock/)]]);
    await project.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' AND datname = current_database()`,
    );
    expect(String(await running)).toMatch(/Run the command again/);
    expect(await project.query(invalid)).toHaveLength(1);
    await reader.query('ROLLBACK');
    expect(await project.migrate()).toEqual([id]);
    expect(await project.query(invalid)).toEqual([]);
    expect(await project.check(indexed)).toEqual(NO_DRIFT);
  } finally {
    await reader.end();
  }
});

test('an index of somebody else that has the name is not taken for it', async () => {
  await using project = await prepared();
  const { id } = project;
  await project.query('CREATE INDEX by_author ON app.articles (id)');
  await expect(project.migrate()).rejects.toThrow('relation "by_author" already exists');
  await project.query('DROP INDEX app.by_author');
  expect(await project.migrate()).toEqual([id]);
});

test('every command knows of a migration that stopped', async () => {
  await using project = await prepared();
  const { id } = project;
  const place = { databaseUrl: project.url, directory: project.directory };
  const states = async () => (await status(place)).map(({ state }) => state);
  await makeStoppable(project, id);
  await stopAfter(project, 2, () => project.migrate());
  expect(await states()).toEqual(['applied', 'half applied']);
  expect(await check({ ...place, state: after })).toMatchObject({
    conflicts: [{ code: 'unfinished-migration', subject: id }],
    pending: [],
    database: [],
  });
  await expect(baseline(place)).rejects.toThrow(
    `${id}: stopped halfway: it is half applied [unfinished-migration]`,
  );
  const script = await project.script(id, 'up.sql');
  const [rest] = await pendingMigrations(place);
  expect(rest!.sql).toBe(script.slice(script.indexOf('SELECT public.stop(2)')));

  const file = join(project.directory, id, 'up.sql');
  await writeFile(file, script.replace('ADD COLUMN', 'ADD  COLUMN'));
  await expect(project.migrate()).rejects.toThrow(
    `${id}: was edited after it was applied to the database`,
  );
  await writeFile(file, script);
  await project.migrate();
  await stopAfter(project, 1, () => project.rollback());
  expect(await states()).toEqual(['applied', 'half rolled back']);
  expect(await project.rollback()).toEqual([id]);
  expect(await states()).toEqual(['applied', 'pending']);
});

test('a part that is called something else is refused before anything is run', async () => {
  await using project = await prepared();
  const { id } = project;
  const file = join(project.directory, id, 'up.sql');
  const script = await readFile(file, 'utf8');
  await writeFile(file, script.replace('-- part: no transaction', '-- part: none'));
  await expect(project.migrate()).rejects.toThrow(
    /up\.sql:\d+: found '-- part: none', expected one of '-- part: transaction', '-- part: no transaction' \[unknown-part\]/,
  );
  expect(await project.query("SELECT to_regclass('app.letters') AS letters")).toEqual([
    { letters: null },
  ]);
});
