import { sql } from 'drizzle-orm';
import { date, integer, serial, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

import {
  domain,
  fn,
  materializedView,
  Metadata,
  partition,
  sequence,
  table,
  trigger,
} from '../index.js';
import { renderStatements } from '../metadata/render.js';

test('a domain is the type of a column', () => {
  const metadata = new Metadata();
  const slug = domain('Slug', {
    metadata,
    schema: 'blog',
    type: 'text',
    checks: { form: sql`VALUE <> ${"it's"}`, short: sql`length(VALUE) < 9` },
    default: sql`'x'`,
    notNull: true,
    comment: 'In addresses',
  });
  table('pages', { slug: slug.column(), other: slug.column('another').notNull() }, { metadata });
  expect(renderStatements(metadata)).toEqual([
    'CREATE SCHEMA "blog"',
    `CREATE DOMAIN "blog"."Slug" AS text DEFAULT 'x' NOT NULL CONSTRAINT "form" CHECK (VALUE <> 'it''s') CONSTRAINT "short" CHECK (length(VALUE) < 9)`,
    `COMMENT ON DOMAIN "blog"."Slug" IS 'In addresses'`,
    expect.stringMatching(/"slug" "blog"."Slug",\n {2}"another" "blog"."Slug" NOT NULL/),
  ]);
});

test('a sequence gives the numbers of a column', () => {
  const metadata = new Metadata();
  const numbers = sequence('numbers', {
    metadata,
    type: 'integer',
    start: -5,
    increment: -1,
    min: -100n,
    max: 0,
    cache: 3,
    cycle: true,
    ownedBy: () => invoices.table.number,
    comment: 'Of invoices',
  });
  const invoices = table('invoices', { number: integer().default(numbers.next()) }, { metadata });
  expect(renderStatements(metadata)).toEqual([
    'CREATE SEQUENCE "public"."numbers" AS integer INCREMENT BY -1 MINVALUE -100 MAXVALUE 0 START WITH -5 CACHE 3 CYCLE',
    `COMMENT ON SEQUENCE "public"."numbers" IS 'Of invoices'`,
    expect.stringContaining(`"number" integer DEFAULT nextval('"public"."numbers"')`),
    'ALTER SEQUENCE "public"."numbers" OWNED BY "public"."invoices"."number"',
  ]);
});

test('a function has its search path and its callers', () => {
  const metadata = new Metadata();
  const people = table('people', { id: serial().primaryKey(), name: text() }, { metadata });
  fn('greet', {
    metadata,
    args: { person: people, 'the word': { type: 'text', default: sql`${'hi'}` } },
    returns: 'text',
    body: sql`SELECT ${people.table.name} FROM ${people.table} WHERE ${people.table.id} = person.id`,
    volatility: 'stable',
    strict: true,
    parallel: 'safe',
    security: 'definer',
    execute: ['reader'],
    comment: 'Says it',
  });
  fn('all_people', {
    metadata,
    returns: people,
    returnsSet: true,
    body: 'SELECT * FROM people',
    leakproof: true,
    cost: 0.5,
    rows: 20,
    searchPath: 'caller',
  });
  const [, ...statements] = renderStatements(metadata);
  expect(statements).toEqual([
    [
      `CREATE FUNCTION "public"."greet"("person" "public"."people", "the word" text DEFAULT 'hi')`,
      'RETURNS text',
      `LANGUAGE sql STABLE STRICT PARALLEL SAFE SECURITY DEFINER SET search_path = ''`,
      'AS $body$',
      'SELECT "public"."people"."name" FROM "public"."people" WHERE "public"."people"."id" = person.id',
      '$body$',
    ].join('\n'),
    'REVOKE ALL ON FUNCTION "public"."greet"("person" "public"."people", "the word" text) FROM PUBLIC',
    `COMMENT ON FUNCTION "public"."greet"("person" "public"."people", "the word" text) IS 'Says it'`,
    'CREATE FUNCTION "public"."all_people"()\nRETURNS SETOF "public"."people"\nLANGUAGE sql LEAKPROOF COST 0.5 ROWS 20\nAS $body$\nSELECT * FROM people\n$body$',
    'GRANT EXECUTE ON FUNCTION "public"."greet" TO "reader"',
  ]);
});

test('a function that is defined twice alike is one, and otherwise refused', () => {
  const metadata = new Metadata();
  const touch = (body: string) => fn('touch', { metadata, returns: 'trigger', body });
  touch('BEGIN RETURN NEW; END');
  touch('BEGIN RETURN NEW; END');
  expect(renderStatements(metadata)).toEqual([
    `CREATE FUNCTION "public"."touch"()\nRETURNS trigger\nLANGUAGE plpgsql SET search_path = ''\nAS $body$\nBEGIN RETURN NEW; END\n$body$`,
    'REVOKE ALL ON FUNCTION "public"."touch"() FROM PUBLIC',
  ]);
  expect(() => touch('BEGIN RETURN OLD; END')).toThrow(
    'public.touch: is defined twice, as a function by the project [duplicate-object]',
  );
});

test('a trigger says when it runs, and on what', () => {
  const metadata = new Metadata();
  const on = { schema: 'public', name: 'people', metadata };
  const call = { schema: 'public', name: 'touch' };
  trigger('one', {
    on,
    timing: 'before',
    events: ['insert', 'update'],
    call,
    updateOf: ['name'],
    when: sql`NEW.name <> ${'x'}`,
    args: ["it's"],
    comment: 'First',
  });
  trigger('two', {
    on,
    timing: 'after',
    events: ['update'],
    call,
    forEach: 'statement',
    rows: { old: 'was', new: 'is' },
  });
  trigger('three', { on, timing: 'after', events: ['delete'], call, deferrable: 'deferred' });
  trigger('four', { on, timing: 'after', events: ['insert'], call, enabled: 'always' });
  expect(renderStatements(metadata)).toEqual([
    `CREATE TRIGGER "one" BEFORE INSERT OR UPDATE OF "name" ON "public"."people" FOR EACH ROW WHEN (NEW.name <> 'x') EXECUTE FUNCTION "public"."touch"('it''s')`,
    `COMMENT ON TRIGGER "one" ON "public"."people" IS 'First'`,
    'CREATE TRIGGER "two" AFTER UPDATE ON "public"."people" REFERENCING OLD TABLE AS "was" NEW TABLE AS "is" FOR EACH STATEMENT EXECUTE FUNCTION "public"."touch"()',
    'CREATE CONSTRAINT TRIGGER "three" AFTER DELETE ON "public"."people" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."touch"()',
    'CREATE TRIGGER "four" AFTER INSERT ON "public"."people" FOR EACH ROW EXECUTE FUNCTION "public"."touch"()',
    'ALTER TABLE "public"."people" ENABLE ALWAYS TRIGGER "four"',
  ]);
});

test('a table is divided, and its partitions once more', () => {
  const metadata = new Metadata();
  const events = table(
    'events',
    { id: integer(), day: date('on_day').notNull() },
    { metadata, primaryKey: ['id', 'day'], partitionBy: { range: ['day'] } },
  );
  partition('old', { of: events, from: [sql`MINVALUE`], to: ['2026-01-01'] });
  const rest = partition('rest', { of: events, default: true, partitionBy: { hash: ['id'] } });
  partition('rest_0', { of: rest, modulus: 1, remainder: 0 });
  const kinds = table(
    'kinds',
    { kind: text().primaryKey() },
    { metadata, partitionBy: { list: ['kind'] } },
  );
  partition('some', { of: kinds, in: ["it's", null], schema: 'parts' });
  expect(renderStatements(metadata).map((one) => one.split('\n').at(-1))).toEqual([
    'CREATE SCHEMA "parts"',
    ') PARTITION BY RANGE ("on_day")',
    `CREATE TABLE "public"."old" PARTITION OF "public"."events" FOR VALUES FROM (MINVALUE) TO ('2026-01-01')`,
    'CREATE TABLE "public"."rest" PARTITION OF "public"."events" DEFAULT PARTITION BY HASH ("id")',
    'CREATE TABLE "public"."rest_0" PARTITION OF "public"."rest" FOR VALUES WITH (MODULUS 1, REMAINDER 0)',
    ') PARTITION BY LIST ("kind")',
    `CREATE TABLE "parts"."some" PARTITION OF "public"."kinds" FOR VALUES IN ('it''s', NULL)`,
  ]);
});

test('what cannot be divided is refused', () => {
  const metadata = new Metadata();
  const plain = table('plain', { id: serial().primaryKey() }, { metadata });
  expect(() => partition('part', { of: plain, default: true })).toThrow(
    "partition public.part: table public.plain has no partitions [not-partitioned]\n  Add 'partitionBy' to the table.",
  );
  expect(() =>
    table('other', { key: integer() }, { metadata, partitionBy: { list: ['x' as 'key'] } }),
  ).toThrow("table public.other: partitionBy: found 'x'");
});

test('a materialized view has indexes', () => {
  const metadata = new Metadata();
  const people = table('people', { id: serial().primaryKey(), name: text('full') }, { metadata });
  const counts = materializedView('counts', {
    metadata,
    query: (builder) =>
      builder
        .select({ name: people.table.name, n: sql<number>`count(*)` })
        .from(people.table)
        .groupBy(people.table.name),
    indexes: [
      { on: ['name'], unique: true },
      { on: ['n'], name: 'by_n' },
    ],
    comment: 'How many',
  });
  expect(counts.table.name.name).toBe('full');
  expect(renderStatements(metadata).slice(1)).toEqual([
    'CREATE MATERIALIZED VIEW "public"."counts" ("full", "n") AS\nselect "public"."people"."full", count(*) from "public"."people" group by "public"."people"."full"\nWITH NO DATA',
    'CREATE UNIQUE INDEX "counts_full_index" ON "public"."counts" ("full")',
    'CREATE INDEX "by_n" ON "public"."counts" ("n")',
    `COMMENT ON MATERIALIZED VIEW "public"."counts" IS 'How many'`,
  ]);
  expect(() =>
    materializedView('wrong', {
      metadata,
      query: (builder) => builder.select({ name: people.table.name }).from(people.table),
      indexes: [{ on: ['nam' as 'name'] }],
    }),
  ).toThrow("materialized view public.wrong: indexes[0].on: found 'nam', expected 'name'");
});
