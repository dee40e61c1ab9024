import {
  idOf,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  seed,
  select,
  table,
} from '@rowhouse/schema';
import { sql } from 'drizzle-orm';
import { customType, integer, text } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { runSeeds } from '../../src/seed/run.js';
import { firstRow, refusal } from './queries.js';
import { buildDatabase, type TestDatabase } from './test-database.js';

const size = customType<{ data: string }>({ dataType: () => 'shop.size' });

/** A table with a column of a composite type, and a view with another one that nobody can write. */
function newProject() {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension());
  const shop = { metadata, config, schema: 'shop' };
  metadata.registerObject({
    kind: 'type',
    schema: 'shop',
    name: 'size',
    create: () => ['CREATE TYPE shop.size AS (width integer, height integer)'],
  });
  const boxes = table(
    'boxes',
    { name: text().notNull(), width: integer(), height: integer(), inner: size() },
    shop,
  );
  restView(boxes, {
    grants: ['select', 'insert', 'update'],
    query: (_base, source) =>
      select({
        id: source.id,
        name: source.name,
        width: source.width,
        inner: source.inner,
        outer: sql<string>`ROW(${source.width}, ${source.height})::shop.size`,
      }).from(source),
  });
  const labels = table('labels', { box: integer() }, shop);
  seed(labels, [{ id: 1, box: idOf(boxes, { name: 'a', inner: null }) }]);
  return { metadata, config };
}

describe('columns of a composite type', () => {
  const { metadata, config } = newProject();
  let database: TestDatabase;
  let anon: pg.Client;
  beforeAll(async () => {
    database = await buildDatabase(inject('postgresUrl'), metadata, config);
    anon = await database.as('anon');
  });
  afterAll(() => database?.drop());

  test.each(['(1,2)', '(1,)', '(,)'])('a read-only one takes no value: %s', async (value) => {
    expect(
      await refusal(anon, `INSERT INTO api.boxes (name, "outer") VALUES ('x', '${value}')`),
    ).toEqual({ code: '0A000', message: 'column "outer" of view "api"."boxes" is read-only' });
  });

  test.each(['(1,2)', '(1,)', '(,)', null])('a writable one keeps its value: %s', async (value) => {
    const given = value === null ? 'NULL' : `'${value}'`;
    const row = { outer: '(7,)', inner: value };
    const names = `"outer"::text, "inner"::text`;
    expect(
      await firstRow(
        anon,
        `INSERT INTO api.boxes (name, width, "inner", "outer") VALUES ('x', 7, ${given}, NULL) RETURNING ${names}`,
      ),
    ).toEqual(row);
    expect(
      await firstRow(
        anon,
        `UPDATE api.boxes SET "inner" = ${given} WHERE name = 'x' RETURNING ${names}`,
      ),
    ).toEqual(row);
  });

  test('a seed finds a row by a value that is missing, not by an empty one', async () => {
    await database.owner.query(
      `INSERT INTO shop.boxes (id, name, "inner") VALUES (101, 'a', '(,)'), (102, 'a', NULL)`,
    );
    await runSeeds({ databaseUrl: database.url, seeds: metadata.seeds() });
    expect(await firstRow(database.owner, 'SELECT box FROM shop.labels')).toEqual({ box: 102 });
  });
});
