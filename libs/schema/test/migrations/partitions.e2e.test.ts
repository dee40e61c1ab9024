import { expect, inject, test } from 'vitest';

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

test('a partition with other bounds is made anew, which is a loss', async () => {
  await using project = await openMigrationProject(server);
  const bounded = (to: number) =>
    described([
      'CREATE TABLE app.w (id integer) PARTITION BY RANGE (id)',
      `CREATE TABLE app.a PARTITION OF app.w FOR VALUES FROM (0) TO (${to})`,
    ]);
  await project.apply(bounded(10));
  await expect(project.generate(bounded(20))).rejects.toThrow('drop table app.a: its rows');
  await project.apply(bounded(20), { allowDataLoss: true });
  expect(await project.check(bounded(20))).toEqual(NO_DRIFT);
});
