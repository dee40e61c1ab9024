import {
  domain,
  fn,
  materializedView,
  Metadata,
  partition,
  SchemaConfig,
  sequence,
  table,
  trigger,
} from '@rowhouse/schema';
import { sql } from 'drizzle-orm';
import { date, integer, pgPolicy, serial, text } from 'drizzle-orm/pg-core';
import { expect, inject, test } from 'vitest';

import { desiredState, type DesiredState } from '../../src/desired-state.js';
import { NO_DRIFT, openMigrationProject } from './migration-project.js';

/** What a version of the project has of each kind of object. */
interface Version {
  readonly limit: number;
  readonly step: number;
  readonly greeting: string;
  readonly event: 'insert' | 'update';
  readonly enabled?: 'always' | 'never';
  readonly cost?: number;
  readonly owner: string;
  readonly counted: 'title' | 'slug';
  readonly year: number;
}

const FIRST: Version = {
  limit: 20,
  step: 1,
  greeting: 'hi',
  event: 'insert',
  owner: 'ann',
  counted: 'title',
  year: 2026,
};

/** A project with one of each kind; of `undefined` only the tables. */
function project(version: Version | undefined): DesiredState {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false });
  const own = { metadata, schema: 'site' };
  const slug =
    version &&
    domain('slug', {
      ...own,
      type: 'text',
      checks: { slug_length: sql`length(VALUE) < ${version.limit}` },
      comment: 'In addresses',
    });
  const numbers = version && sequence('numbers', { ...own, start: 10, increment: version.step });
  const pages = table(
    'pages',
    {
      id: serial().primaryKey(),
      title: text(),
      slug: slug?.column() ?? text(),
      number: numbers ? integer().default(numbers.next()) : integer(),
    },
    {
      ...own,
      config,
      constraints: () =>
        version ? [pgPolicy('own', { for: 'select', using: sql`title = ${version.owner}` })] : [],
    },
  );
  const hits = table(
    'hits',
    { id: integer(), day: date().notNull() },
    { ...own, config, primaryKey: ['id', 'day'], partitionBy: { range: ['day'] } },
  );
  if (version) {
    const greet = fn('greet', {
      ...own,
      returns: 'trigger',
      body: `BEGIN NEW.title := '${version.greeting} ' || NEW.title; RETURN NEW; END`,
    });
    const { event, enabled } = version;
    trigger('greet', { on: pages, timing: 'before', events: [event], enabled, call: greet });
    fn('label', {
      ...own,
      args: { page: pages },
      returns: 'text',
      body: `SELECT page.title || ' ${version.greeting}'`,
      volatility: 'stable',
      cost: version.cost,
    });
    materializedView('counts', {
      ...own,
      query: (builder) =>
        builder
          .select({ by: pages.table[version.counted], pages: sql<number>`count(*)`.as('pages') })
          .from(pages.table)
          .groupBy(pages.table[version.counted]),
      indexes: [{ on: ['pages'] }],
    });
    const to = [`${version.year + 1}-01-01`];
    partition('hits_since_2026', { of: hits, from: ['2026-01-01'], to });
  }
  return desiredState(metadata, config);
}

const changes: Readonly<Record<string, Partial<Version>>> = {
  'a domain': { limit: 30 },
  'a sequence': { step: 5 },
  'a function': { greeting: 'hello' },
  'the cost of a function': { cost: 7 },
  'a trigger': { event: 'update' },
  'a trigger that always runs': { enabled: 'always' },
  'a trigger that is turned off': { enabled: 'never' },
  'a policy': { owner: 'bob' },
  'a materialized view': { counted: 'slug' },
  'a partition': { year: 2027 },
};

test('all kinds of objects are made in the order of what they need, changed one by one, and taken back', async () => {
  await using database = await openMigrationProject(inject('postgresUrl'));
  await database.apply(project(undefined));
  await database.apply(project(FIRST), { allowDataLoss: true });
  await database.query(
    `INSERT INTO site.pages (title, slug) VALUES ('one', 'one'); INSERT INTO site.hits VALUES (1, '2026-05-05'); REFRESH MATERIALIZED VIEW site.counts`,
  );
  expect(
    await database.query(
      'SELECT title, number, site.label(p) AS label, (SELECT pages FROM site.counts) AS pages FROM site.pages p',
    ),
  ).toEqual([{ title: 'hi one', number: 10, label: 'hi one hi', pages: '1' }]);
  await expect(
    database.query(`INSERT INTO site.pages (slug) VALUES ('${'x'.repeat(20)}')`),
  ).rejects.toThrow('slug_length');

  for (const [kind, change] of Object.entries(changes)) {
    const next = project({ ...FIRST, ...change });
    const generated = await database.apply(next, { allowDataLoss: true });
    expect({ kind, drift: await database.check(next) }).toEqual({ kind, drift: NO_DRIFT });
    expect(generated, kind).toBeDefined();
    await database.rollback();
    // The folder still has the migration; the next one is generated from the state before it.
    await database.forget(generated!.id);
    expect({ kind, drift: await database.check(project(FIRST)) }).toEqual({
      kind,
      drift: NO_DRIFT,
    });
  }
  await database.rollback();
  expect(
    await database.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'site'::regnamespace AND relkind IN ('r', 'p', 'm', 'S') ORDER BY 1`,
    ),
  ).toEqual([{ relname: 'hits' }, { relname: 'pages' }, { relname: 'pages_id_seq' }]);
});
