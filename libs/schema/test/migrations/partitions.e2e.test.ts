import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';

import { migrate } from '../../src/migrations/index.js';
import { catalogText } from '../catalog-text.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

const tables = [
  'CREATE TABLE app.visits (id integer, at date NOT NULL, page text) PARTITION BY RANGE (at)',
  "CREATE TABLE app.visits_1 PARTITION OF app.visits FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
  `CREATE TABLE app.visits_2 PARTITION OF app.visits FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')
   PARTITION BY LIST (page)`,
  "CREATE TABLE app.visits_home PARTITION OF app.visits_2 FOR VALUES IN ('home')",
];
const before = described(tables);
const after = described([...tables, 'CREATE INDEX by_page ON app.visits (page)']);

const UNKEYED = 'CREATE TABLE app.w (id integer NOT NULL, t text) PARTITION BY RANGE (id)';
const OTHER = 'CREATE TABLE app.other (id integer PRIMARY KEY, t text) PARTITION BY RANGE (id)';
const OF_OTHER = 'CREATE TABLE app.a PARTITION OF app.other FOR VALUES FROM (0) TO (5)';

const INDEXES = `
  SELECT i.indrelid::regclass::text AS on, i.indisvalid AS valid
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = 'app'::regnamespace ORDER BY 1`;

test('an index is built on each partition, and attached', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(before);
  const old = await catalogText(project.query);
  const { id, dangers } = (await project.generate(after))!;
  expect(dangers).toEqual([]);
  const script = await project.script(id, 'up.sql');
  expect(script.match(/^(?:CREATE|ALTER|-- part).*/gm)).toEqual([
    '-- part: transaction',
    'CREATE INDEX "by_page" ON ONLY "app"."visits" USING btree (page);',
    'CREATE INDEX "visits_2_by_page" ON ONLY "app"."visits_2" USING btree (page);',
    '-- part: no transaction',
    'CREATE INDEX CONCURRENTLY "visits_1_by_page" ON "app"."visits_1" USING btree (page);',
    'CREATE INDEX CONCURRENTLY "visits_home_by_page" ON "app"."visits_home" USING btree (page);',
    '-- part: transaction',
    'ALTER INDEX "app"."by_page" ATTACH PARTITION "app"."visits_1_by_page";',
    'ALTER INDEX "app"."visits_2_by_page" ATTACH PARTITION "app"."visits_home_by_page";',
    'ALTER INDEX "app"."by_page" ATTACH PARTITION "app"."visits_2_by_page";',
  ]);
  await project.migrate();
  expect(await project.query(INDEXES)).toEqual(
    ['visits', 'visits_1', 'visits_2', 'visits_home'].map((name) => ({
      on: `app.${name}`,
      valid: true,
    })),
  );
  expect(await project.check(after)).toEqual(NO_DRIFT);
  await project.rollback();
  expect(await catalogText(project.query)).toEqual(old);
});

test('a partition that the migrations do not know stops it, and can be given its index', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(before);
  const partition = "FOR VALUES FROM ('2025-01-01') TO ('2026-01-01')";
  await project.query(`CREATE TABLE public.visits_0 PARTITION OF app.visits ${partition}`);
  const { id } = (await project.generate(after))!;
  const stops =
    /a partition that is not part of the migrations lacks an index for "app"\."by_page"/;
  await expect(project.migrate()).rejects.toThrow(stops);
  await project.rollback();
  expect(await project.query(INDEXES)).toEqual([]);
  await expect(project.migrate()).rejects.toThrow(stops);
  await project.query('CREATE INDEX CONCURRENTLY visits_0_by_page ON public.visits_0 (page)');
  await project.query('ALTER INDEX app.by_page ATTACH PARTITION public.visits_0_by_page');
  expect(await project.migrate()).toEqual([id]);
  expect(await project.check(after)).toEqual(NO_DRIFT);
});

describe('a partition that moves keeps its rows, and all that it has', () => {
  const whole = 'CREATE TABLE app.w (id integer PRIMARY KEY, t text) PARTITION BY RANGE (id)';
  const index = 'CREATE INDEX by_t ON app.w (t)';
  const part = (name: string, from: number | string, to: number | string, tail = '') =>
    `CREATE TABLE app.${name} PARTITION OF app.w FOR VALUES FROM (${from}) TO (${to}) ${tail}`;
  const extras = ["COMMENT ON TABLE app.a IS 'c'", 'ALTER TABLE app.a SET (fillfactor = 70)'];
  const alone = 'CREATE TABLE app.a (id integer NOT NULL, t text)';

  test.each<readonly [string, string[], string[], (readonly [string, string])[]]>([
    [
      'to wider bounds',
      [whole, index, part('a', 0, 10), ...extras],
      [whole, index, part('a', 0, 20), ...extras],
      [],
    ],
    [
      'along with others that take its place',
      [whole, part('a', 0, 10), part('b', 10, 20)],
      [whole, part('a', 0, 7), part('b', 7, 20), part('c', 20, 30)],
      [],
    ],
    [
      'with its own partitions',
      [
        whole,
        part('a', 0, 10, 'PARTITION BY RANGE (id)'),
        'CREATE TABLE app.aa PARTITION OF app.a DEFAULT',
      ],
      [
        whole,
        part('a', 0, 20, 'PARTITION BY RANGE (id)'),
        'CREATE TABLE app.aa PARTITION OF app.a DEFAULT',
      ],
      [],
    ],
    [
      'to be the default one',
      [whole, part('a', 0, 10)],
      [whole, 'CREATE TABLE app.a PARTITION OF app.w DEFAULT'],
      [],
    ],
    [
      'along with a new column',
      [whole, part('a', 0, 10)],
      [whole.replace('t text', 't text, n integer'), part('a', 0, 20)],
      [],
    ],
    ['to another table', [whole, OTHER, part('a', 0, 10)], [whole, OTHER, OF_OTHER], []],
    ['out of its table', [UNKEYED, part('a', 0, 10)], [UNKEYED, alone], []],
    ['into a table', [UNKEYED, alone], [UNKEYED, part('a', 0, 10)], []],
    [
      'into the place of one that goes',
      [whole, part('a', 0, 3), part('b', 3, 10)],
      [whole, part('a', 0, 10)],
      [['drop table app.b', 'its rows are lost']],
    ],
  ])('%s', async (_, before, after, losses) => {
    await using project = await openMigrationProject(server);
    const [first, second] = [described(before), described(after)];
    await project.apply(first);
    await project.query("INSERT INTO app.a (id, t) SELECT g, 'x' FROM generate_series(1, 2) AS g");
    const old = await catalogText(project.query);
    const generated = await project.apply(second, { allowDataLoss: true });
    expect(generated!.losses.map(({ step, loss }) => [step, loss])).toEqual(losses);
    expect(await project.check(second)).toEqual(NO_DRIFT);
    expect(await project.query('SELECT id, t FROM app.a')).toHaveLength(2);
    await project.rollback();
    expect(await catalogText(project.query)).toEqual(old);
    expect(await project.query('SELECT id, t FROM app.a')).toHaveLength(2);
  });

  test('unless rows lie outside of its new bounds: then nothing is changed', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(described([whole, part('a', 0, 10)]));
    await project.query('INSERT INTO app.w (id) VALUES (1), (8)');
    await project.generate(described([whole, part('a', 0, 5), part('b', 5, 10)]));
    await expect(project.migrate()).rejects.toThrow(
      /partition constraint of relation "a" is violated by some row/,
    );
    expect(await project.query('SELECT id FROM app.a')).toHaveLength(2);
  });

  test('a table that is divided otherwise is made anew with its partitions, which is a loss', async () => {
    await using project = await openMigrationProject(server);
    const divided = (key: string) =>
      described([
        `CREATE TABLE app.w (id integer, n integer) PARTITION BY RANGE (${key})`,
        'CREATE TABLE app.a PARTITION OF app.w FOR VALUES FROM (0) TO (10)',
      ]);
    await project.apply(divided('id'));
    await expect(project.generate(divided('n'))).rejects.toThrow('drop table app.w: its rows');
    await project.apply(divided('n'), { allowDataLoss: true });
    expect(await project.check(divided('n'))).toEqual(NO_DRIFT);
  });
});

test('a partition that was half detached by a run that was cut short is detached by the next', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(before);
  const without = described(tables.slice(0, 2));
  const { id } = (await project.generate(without, { allowDataLoss: true }))!;
  const file = join(project.directory, id, 'up.sql');
  const script = await readFile(file, 'utf8');
  const detach =
    '-- part: no transaction\nALTER TABLE app.visits DETACH PARTITION app.visits_2 CONCURRENTLY;\n-- part: transaction\n';
  await writeFile(file, script.replace('SET LOCAL', `${detach}SET LOCAL`));
  const reader = new pg.Client(project.url);
  await reader.connect();
  try {
    await reader.query('BEGIN; SELECT FROM app.visits');
    const place = { databaseUrl: project.url, directory: project.directory };
    const running = migrate(place).catch((error: unknown) => error as Error);
    const pending = 'SELECT FROM pg_inherits WHERE inhdetachpending';
    await expect.poll(() => project.query(pending)).toHaveLength(1);
    await project.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE query LIKE 'ALTER TABLE app.visits DETACH%' AND datname = current_database()`,
    );
    expect(String(await running)).toMatch(/Run the command again/);
    expect(await project.query(pending)).toHaveLength(1);
    await reader.query('ROLLBACK');
    expect(await project.migrate()).toEqual([id]);
    expect(await project.check(without)).toEqual(NO_DRIFT);
  } finally {
    await reader.end();
  }
});

test('what the index of a partition has of its own is made by raw SQL', async () => {
  await using project = await openMigrationProject(server);
  const state = {
    ...described([...tables, 'CREATE UNIQUE INDEX by_id ON app.visits (id, at, page)']),
    raw: [
      {
        name: 'index of a partition',
        up: `ALTER TABLE app.visits_1 ALTER id SET NOT NULL, ALTER page SET NOT NULL;
             ALTER TABLE app.visits_1 REPLICA IDENTITY USING INDEX visits_1_id_at_page_idx;
             ALTER TABLE app.visits_1 CLUSTER ON visits_1_id_at_page_idx;
             ALTER INDEX app.visits_1_id_at_page_idx SET (fillfactor = 70);
             COMMENT ON INDEX app.visits_1_id_at_page_idx IS 'x'`,
        down: `COMMENT ON INDEX app.visits_1_id_at_page_idx IS NULL;
               ALTER INDEX app.visits_1_id_at_page_idx RESET (fillfactor);
               ALTER TABLE app.visits_1 SET WITHOUT CLUSTER;
               ALTER TABLE app.visits_1 REPLICA IDENTITY DEFAULT;
               ALTER TABLE app.visits_1 ALTER id DROP NOT NULL, ALTER page DROP NOT NULL`,
      },
    ],
  };
  await project.apply(state);
  const look = `
    SELECT indisreplident, indisclustered, reloptions, obj_description(c.oid) AS comment
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE relname = 'visits_1_id_at_page_idx'`;
  expect(await project.query(look)).toEqual([
    { indisreplident: true, indisclustered: true, reloptions: ['fillfactor=70'], comment: 'x' },
  ]);
  expect(await project.check(state)).toEqual(NO_DRIFT);
  await project.apply({ ...state, raw: [] });
  expect(await project.query(look)).toEqual([
    { indisreplident: false, indisclustered: false, reloptions: null, comment: null },
  ]);
});
