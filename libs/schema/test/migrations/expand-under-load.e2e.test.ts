import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { backfill, generate, parseRename, StepPipeline } from '../../src/migrations/index.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');
const ROWS = 30_000;
const WRITERS = 4;

const articles = (name: string) =>
  described([
    `CREATE TABLE app.articles (id integer PRIMARY KEY, ${name} text NOT NULL, views integer NOT NULL DEFAULT 0)`,
    `CREATE INDEX by_name ON app.articles (${name})`,
  ]);

/** Code that runs while the column changes its name. */
interface Writer {
  /** What it wrote last, by row. */
  readonly wrote: ReadonlyMap<number, string>;
  readonly milliseconds: readonly number[];
  stop(): Promise<void>;
}

/** Writes to rows of its own, reads each back, and to rows that all share; an error ends the test. */
async function startWriter(url: string, column: string, number: number): Promise<Writer> {
  const client = new pg.Client(url);
  await client.connect();
  const wrote = new Map<number, string>();
  const milliseconds: number[] = [];
  let isOver = false;
  let fresh = ROWS + number;
  const run = async (name: string, text: string, values: unknown[]) => {
    const start = performance.now();
    const { rows } = await client.query<{ it: string }>({ name, text, values });
    milliseconds.push(performance.now() - start);
    return rows;
  };
  const work = async () => {
    for (let n = 0; !isOver; n++) {
      const own = ((n * 7919) % (ROWS / 10 / WRITERS)) * WRITERS * 10 + number * 10 + 10;
      const value = `${column} ${number} ${n}`;
      await run('update', `UPDATE app.articles SET ${column} = $2 WHERE id = $1`, [own, value]);
      wrote.set(own, value);
      const read = await run('read', `SELECT ${column} AS it FROM app.articles WHERE id = $1`, [
        own,
      ]);
      expect(read).toEqual([{ it: value }]);
      await run('insert', `INSERT INTO app.articles (id, ${column}) VALUES ($1, $2)`, [
        (fresh += WRITERS),
        value,
      ]);
      wrote.set(fresh, value);
      await run(
        'shared',
        `UPDATE app.articles SET ${column} = $2, views = views + 1 WHERE id = $1`,
        [(n % 20) + 1, value],
      );
    }
  };
  const working = work();
  // It is awaited in `stop`.
  working.catch(() => undefined);
  return {
    wrote,
    milliseconds,
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

test(
  'old and new code write through all of a rename: no error, and no write is lost',
  { timeout: 180_000 },
  async () => {
    await using project = await openMigrationProject(server);
    const place = { directory: project.directory, databaseUrl: project.url };
    const half = (name: string, more: object) =>
      generate({
        ...place,
        name,
        state: articles('headline'),
        pipeline: new StepPipeline(),
        ...more,
      });
    await project.apply(articles('title'));
    await project.query(
      `INSERT INTO app.articles SELECT n, 'row ' || n FROM generate_series(1, ${ROWS}) AS n`,
    );
    const old = [0, 1].map((number) => startWriter(project.url, 'title', number));
    const expected = new Map<number, string>();
    const stop = async (writers: readonly Promise<Writer>[]) => {
      for (const writer of await Promise.all(writers)) {
        await writer.stop();
        expect(writer.wrote.size).toBeGreaterThan(0);
        for (const [id, value] of writer.wrote) expected.set(id, value);
      }
    };

    await half('expand', { expand: true, renames: [parseRename('app.articles.title=headline')] });
    await project.migrate();
    const young = [2, 3].map((number) => startWriter(project.url, 'headline', number));
    const [filled] = await backfill({ ...place, batch: 500 });
    expect(filled!.rows).toBeGreaterThan(ROWS / 2);
    const both = await project.query(
      'SELECT FROM app.articles WHERE title IS DISTINCT FROM headline',
    );
    expect(both).toEqual([]);
    await stop(old);
    await half('contract', { contract: true });
    await project.migrate();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await stop(young);

    expect(await project.check(articles('headline'))).toEqual(NO_DRIFT);
    const rows = await project.query<{ id: number; headline: string }>(
      'SELECT id, headline FROM app.articles WHERE id > 20',
    );
    const wrong = rows.filter(({ id, headline }) => headline !== (expected.get(id) ?? `row ${id}`));
    expect(wrong).toEqual([]);
    expect(rows.length).toBe(ROWS - 20 + [...expected.keys()].filter((id) => id > ROWS).length);
    const [{ views }] = (await project.query<{ views: number }>(
      'SELECT sum(views)::int AS views FROM app.articles',
    )) as [{ views: number }];
    expect(views).toBeGreaterThan(0);
  },
);
