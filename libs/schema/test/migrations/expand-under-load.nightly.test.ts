import pg from 'pg';
import { expect, inject, test } from 'vitest';

import {
  backfill,
  generate,
  parseExpression,
  parseRename,
  StepPipeline,
} from '../../src/migrations/index.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');
const ROWS = 30_000;
const WRITERS = 4;
/** The first rows are written by all; the own rows of each writer come behind them. */
const SHARED = 20;

/** A version of the code: the columns it uses, and what it writes to them. */
interface Version {
  readonly columns: readonly string[];
  values(writer: number, n: number): readonly unknown[];
  /** What the columns hold at the end, by what was written. */
  end(values: readonly unknown[]): readonly unknown[];
}

interface Case {
  readonly definition: readonly [old: string, fresh: string];
  readonly indexed: readonly [old: string, fresh: string];
  /** The value of a row that no one has written to, as SQL with its number `n`, and what becomes of it. */
  readonly start: readonly [sql: string, end: (id: number) => readonly unknown[]];
  readonly old: Version;
  readonly fresh: Version;
  readonly renames: readonly string[];
  readonly up?: readonly string[];
  readonly down?: readonly string[];
}

const same = (values: readonly unknown[]) => values;

const CASES: Readonly<Record<string, Case>> = {
  'a rename': {
    definition: ['title text NOT NULL', 'headline text NOT NULL'],
    indexed: ['title', 'headline'],
    start: ["'row ' || n", (id) => [`row ${id}`]],
    old: { columns: ['title'], values: (writer, n) => [`title ${writer} ${n}`], end: same },
    fresh: { columns: ['headline'], values: (writer, n) => [`headline ${writer} ${n}`], end: same },
    renames: ['app.articles.title=headline'],
  },
  'a change of type': {
    definition: ['price text NOT NULL', 'cents integer NOT NULL CHECK (cents > 0)'],
    indexed: ['price', 'cents'],
    start: ['n::text', (id) => [id * 100]],
    old: {
      columns: ['price'],
      values: (writer, n) => [`${n + 1}.${writer}5`],
      end: ([price]) => [Math.round(Number(price) * 100)],
    },
    fresh: { columns: ['cents'], values: (writer, n) => [(n + 1) * 100 + writer], end: same },
    renames: ['app.articles.price=cents'],
    up: ['app.articles.cents=round(price::numeric * 100)'],
    down: ['app.articles.price=round(cents / 100.0, 2)::text'],
  },
  'a split': {
    definition: ['name text NOT NULL', "first text NOT NULL, last text NOT NULL DEFAULT ''"],
    indexed: ['name', 'last'],
    start: ["'row ' || n", (id) => ['row', String(id)]],
    old: {
      columns: ['name'],
      values: (writer, n) => [`old${writer} ${n}`],
      end: ([name]) => (name as string).split(' '),
    },
    // Old code cannot say where this name is split.
    fresh: {
      columns: ['first', 'last'],
      values: (writer, n) => [`new ${writer}`, `name ${n}`],
      end: same,
    },
    renames: ['app.articles.name=first', 'app.articles.name=last'],
    up: [
      "app.articles.first=split_part(name, ' ', 1)",
      "app.articles.last=substr(name, length(split_part(name, ' ', 1)) + 2)",
    ],
    down: ["app.articles.name=first || ' ' || last"],
  },
};

const articles = (definition: string, indexed: string) =>
  described([
    `CREATE TABLE app.articles (id integer PRIMARY KEY, ${definition}, views integer NOT NULL DEFAULT 0)`,
    `CREATE INDEX by_name ON app.articles (${indexed})`,
  ]);

/** Code that runs while the column changes. */
interface Writer {
  /** What it wrote last, by row, as the columns hold it at the end. */
  readonly wrote: ReadonlyMap<number, readonly unknown[]>;
  stop(): Promise<void>;
}

/** Writes to rows of its own, reads each back, and to rows that all share; an error ends the test. */
async function startWriter(url: string, version: Version, number: number): Promise<Writer> {
  const client = new pg.Client(url);
  await client.connect();
  const wrote = new Map<number, readonly unknown[]>();
  let isOver = false;
  let fresh = ROWS + number;
  const { columns } = version;
  const list = columns.join(', ');
  const places = columns.map((_, at) => `$${at + 2}`).join(', ');
  const set = columns.map((column, at) => `${column} = $${at + 2}`).join(', ');
  const run = (name: string, text: string, values: unknown[]) =>
    client.query({ name, text, values, rowMode: 'array' });
  const work = async () => {
    for (let n = 0; !isOver; n++) {
      const place = (n * 7919) % (ROWS / 10 / WRITERS - 1);
      const own = SHARED + 10 + (place * WRITERS + number) * 10;
      const values = version.values(number, n);
      await run('update', `UPDATE app.articles SET ${set} WHERE id = $1`, [own, ...values]);
      wrote.set(own, version.end(values));
      const read = await run('read', `SELECT ${list} FROM app.articles WHERE id = $1`, [own]);
      expect(read.rows).toEqual([values]);
      await run('insert', `INSERT INTO app.articles (id, ${list}) VALUES ($1, ${places})`, [
        (fresh += WRITERS),
        ...values,
      ]);
      wrote.set(fresh, version.end(values));
      await run('shared', `UPDATE app.articles SET ${set}, views = views + 1 WHERE id = $1`, [
        (n % SHARED) + 1,
        ...values,
      ]);
    }
  };
  const working = work();
  // It is awaited in `stop`.
  working.catch(() => undefined);
  return {
    wrote,
    async stop() {
      isOver = true;
      try {
        await working;
      } finally {
        await client.end();
      }
    },
  };
}

test.each(Object.entries(CASES))(
  'old and new code write through all of %s: no error, and no write is lost',
  async (_, { definition, indexed, start, old, fresh, renames, up = [], down = [] }) => {
    await using project = await openMigrationProject(server);
    const place = { directory: project.directory, databaseUrl: project.url };
    const [before, after] = [0, 1].map((at) => articles(definition[at]!, indexed[at]!));
    const half = (name: string, more: object) =>
      generate({ ...place, name, state: after!, pipeline: new StepPipeline(), ...more });
    await project.apply(before!);
    await project.query(
      `INSERT INTO app.articles SELECT n, ${start[0]} FROM generate_series(1, ${ROWS}) AS n`,
    );
    const olds = [0, 1].map((number) => startWriter(project.url, old, number));
    const expected = new Map<number, readonly unknown[]>();
    const stop = async (writers: readonly Promise<Writer>[]) => {
      for (const writer of await Promise.all(writers)) {
        await writer.stop();
        expect(writer.wrote.size).toBeGreaterThan(0);
        for (const [id, values] of writer.wrote) expected.set(id, values);
      }
    };

    await half('expand', {
      expand: true,
      renames: renames.map(parseRename),
      up: up.map((option) => parseExpression('--up', option)),
      down: down.map((option) => parseExpression('--down', option)),
    });
    await project.migrate();
    const young = [2, 3].map((number) => startWriter(project.url, fresh, number));
    const [filled] = await backfill({ ...place, batch: 500 });
    expect(filled!.rows).toBeGreaterThan(ROWS / 2);
    expect(await backfill(place)).toMatchObject([{ rows: 0 }]);
    await stop(olds);
    await half('contract', { contract: true });
    await project.migrate();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await stop(young);

    expect(await project.check(after!)).toEqual(NO_DRIFT);
    const rows = await project.query<{ id: number; views: number }>(
      `SELECT * FROM app.articles WHERE id > ${SHARED}`,
    );
    const wrong = rows.filter((row) => {
      const values = fresh.columns.map((column) => (row as Record<string, unknown>)[column]);
      const wanted = expected.get(row.id) ?? start[1](row.id);
      return values.some((value, at) => value !== wanted[at]);
    });
    expect(wrong).toEqual([]);
    expect(rows.length).toBe(ROWS - SHARED + [...expected.keys()].filter((id) => id > ROWS).length);
    const [{ views }] = (await project.query<{ views: number }>(
      'SELECT sum(views)::int AS views FROM app.articles',
    )) as [{ views: number }];
    expect(views).toBeGreaterThan(0);
  },
);
