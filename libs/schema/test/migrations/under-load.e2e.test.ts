import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { described, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');
const ROWS = 200_000;

const authors = 'CREATE TABLE app.authors (id integer PRIMARY KEY)';
const before = described([
  authors,
  'CREATE TABLE app.articles (id integer PRIMARY KEY, author_id integer, title text)',
]);
const after = described([
  authors,
  `CREATE TABLE app.articles (
     id integer PRIMARY KEY, author_id integer REFERENCES app.authors (id), title text NOT NULL)`,
  'CREATE INDEX by_title ON app.articles (title)',
]);

/** Behind these nobody can write; behind the last one, nobody can read either. */
const BLOCKING = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

/** What the session of the migration does, since when, and which of those locks it has on the tables. */
const MIGRATING = `
  SELECT a.query, a.query_start::text AS since,
         array_remove(array_agg(DISTINCT l.mode), NULL) AS locks
  FROM pg_stat_activity a
  LEFT JOIN pg_locks l ON l.pid = a.pid AND l.granted AND l.mode = ANY ($1)
    AND l.relation IN ('app.articles'::regclass, 'app.authors'::regclass)
  WHERE a.application_name = 'rowhouse schema' AND a.datname = current_database()
    AND a.state <> 'idle' AND a.query NOT LIKE '%pg_blocking_pids%'
  GROUP BY 1, 2`;

interface Sample {
  readonly query: string;
  readonly since: string;
  readonly locks: readonly string[];
}

/** What was seen while a migration ran. */
interface Load {
  readonly samples: readonly Sample[];
  /** How much of the time the migration kept others from writing. */
  readonly share: number;
}

/** Applies the migration while others read and write. */
async function underLoad(simple: boolean): Promise<Load> {
  await using project = await openMigrationProject(server);
  await project.apply(before);
  await project.query('INSERT INTO app.authors SELECT generate_series(1, 100)');
  await project.query(
    `INSERT INTO app.articles SELECT n, n % 100 + 1, md5(n::text) FROM generate_series(1, ${ROWS}) AS n`,
  );
  await project.generate(after, { simple });
  let isOver = false;
  const repeat = async (work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client(project.url);
    await client.connect();
    while (!isOver) await work(client);
    await client.end();
  };
  let n = ROWS;
  const samples: Sample[] = [];
  const others = [
    repeat((client) => client.query('SELECT FROM app.articles WHERE id = $1', [(n * 7) % ROWS])),
    repeat((client) => client.query("INSERT INTO app.articles VALUES ($1, 1, 'new')", [++n])),
    repeat(async (client) => {
      samples.push(...(await client.query<Sample>(MIGRATING, [BLOCKING])).rows);
    }),
  ];
  await project.migrate().finally(() => (isOver = true));
  await Promise.all(others);
  expect(await project.query('SELECT count(*)::int AS n FROM app.articles')).toEqual([{ n }]);
  expect(n).toBeGreaterThan(ROWS);
  const blocking = samples.filter(({ locks }) => locks.length > 0);
  return { samples, share: blocking.length / samples.length };
}

test('nobody waits while an index is built and rows are checked', async () => {
  const safe = await underLoad(false);
  // PostgreSQL looks at sessions and at locks one after the other. The locks of a sample are those of its statement
  // where the samples around it find the same statement running.
  const sure = safe.samples.filter(({ since }, index) =>
    [index - 1, index + 1].every((other) => safe.samples[other]?.since === since),
  );
  const during = (statement: RegExp) => sure.filter(({ query }) => statement.test(query));
  const build = during(/^CREATE INDEX CONCURRENTLY/);
  const check = during(/VALIDATE CONSTRAINT "\w+"$/);
  expect(build).not.toEqual([]);
  expect([...build, ...check].flatMap(({ locks }) => locks)).toEqual([]);
  const simple = await underLoad(true);
  expect(simple.share).toBeGreaterThan(2 * safe.share);
});

test('SET NOT NULL reads no row', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(before);
  const { id } = (await project.generate(after))!;
  const script = await project.script(id, 'up.sql');
  await project.migrate();
  const client = new pg.Client(project.url);
  const notices: (string | undefined)[] = [];
  client.on('notice', ({ message }) => notices.push(message));
  await client.connect();
  try {
    await client.query('ALTER TABLE app.articles ALTER COLUMN title DROP NOT NULL');
    const statements = script
      .split(';')
      .map((part) => part.replaceAll(/^--.*\n?/gm, '').trim())
      .filter((sql) => /not_null|SET NOT NULL/.test(sql));
    expect(statements).toHaveLength(4);
    await client.query('SET client_min_messages = debug1');
    for (const sql of statements) await client.query(sql);
    expect(notices.join('\n')).toMatch(
      /existing constraints on column "articles\.title" are sufficient to prove that it does not contain nulls/,
    );
  } finally {
    await client.end();
  }
});
