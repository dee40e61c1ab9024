import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { check, generate, migrate, rollback, StepPipeline } from '../../src/migrations/index.js';
import { SERVERS, type TestServer } from '../rest/servers.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const state = (extra: boolean) =>
  described([
    `CREATE TABLE app.articles (id serial PRIMARY KEY, title text NOT NULL, price numeric(10,2) DEFAULT 1.5${extra ? ', extra text UNIQUE' : ''})`,
    'CREATE TABLE app.notes (id integer PRIMARY KEY, article_id integer REFERENCES app.articles)',
    // PostgreSQL 15 words this view otherwise than 18 does.
    'CREATE VIEW app.listed AS SELECT title, price FROM app.articles WHERE price > 0',
    "ALTER VIEW app.listed ALTER COLUMN title SET DEFAULT 'new'",
    ...(extra ? ['CREATE INDEX by_price ON app.articles (price)'] : []),
  ]);

describe.each(SERVERS)("migrations made on the run's PostgreSQL, on %s", (_, start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  test('are applied, checked, gone on with and taken back', async () => {
    await using made = await openMigrationProject(inject('postgresUrl'));
    await using other = await openMigrationProject(server.url);
    const { directory } = made;
    const place = { directory, databaseUrl: other.url };
    await made.generate(state(false), { name: 'one' });
    expect(await migrate(place)).toHaveLength(1);
    expect(await check({ ...place, state: state(false) })).toEqual(NO_DRIFT);

    const pipeline = new StepPipeline();
    const two = { ...place, state: state(true), name: 'two', pipeline };
    expect((await generate(two))?.changes).toEqual([
      { verb: 'create', kind: 'column', object: 'app.articles.extra' },
      { verb: 'create', kind: 'constraint', object: 'articles_extra_key on app.articles' },
      { verb: 'create', kind: 'index', object: 'app.by_price' },
    ]);
    await migrate(place);
    expect(await check({ ...place, state: state(true) })).toEqual(NO_DRIFT);
    expect(await generate(two)).toBeUndefined();
    await rollback({ ...place, steps: 2, allowDataLoss: true });
    expect(await migrate(place)).toHaveLength(2);
    expect(await check({ ...place, state: state(true) })).toEqual(NO_DRIFT);
    await made.migrate();
    // Where the versions differ, all scripts are run in a scratch database to compare with.
    expect(await made.check(state(true))).toEqual(NO_DRIFT);
    await other.query('ALTER TABLE app.articles DROP COLUMN extra');
    expect((await check({ ...place, state: state(true) })).database).toContainEqual({
      change: 'missing',
      kind: 'column',
      object: 'app.articles.extra',
    });
  });
});
