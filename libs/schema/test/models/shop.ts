import { count, eq, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  char,
  check,
  cidr,
  customType,
  date,
  doublePrecision,
  foreignKey,
  index,
  inet,
  integer,
  interval,
  json,
  jsonb,
  macaddr,
  numeric,
  pgEnum,
  pgSchema,
  point,
  real,
  serial,
  smallint,
  smallserial,
  text,
  time,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
  vector,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';

import {
  identityKey,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  schemaView,
  select,
  table,
  timestamps,
  uuidKey,
} from '../../src/index.js';

const grade = pgEnum('grade', ['a', 'a+', "d'accord", '', 'in review', 'In Review', '1st']);
const mood = pgSchema('shop').enum('mood', ['glad', 'sad']);
const typed = (type: string) => customType<{ data: unknown }>({ dataType: () => type });

/** Tables with about everything that a table can have; views over them, where asked for. */
export function shop({ views = false } = {}) {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension());
  const own = { metadata, config };
  const inShop = { ...own, schema: 'shop' } as const;

  table(
    'type_samples',
    {
      small: smallint().notNull(),
      whole: integer().notNull().default(7),
      big: bigint({ mode: 'bigint' }),
      number: serial().notNull(),
      bigNumber: bigserial('big_number', { mode: 'number' }),
      smallNumber: smallserial('small_number'),
      real: real().default(0.5),
      double: doublePrecision(),
      exact: numeric({ precision: 12, scale: 3 }).notNull().default('1.500'),
      anyNumeric: numeric('any_numeric'),
      whole_numeric: numeric({ precision: 5 }),
      flag: boolean().notNull().default(true),
      text: text().notNull().default("it's: 100% :fun"),
      str: varchar({ length: 20 }),
      unbounded: varchar(),
      code: char({ length: 3 }),
      one: char(),
      uuid: uuid().defaultRandom(),
      date: date().notNull(),
      datetime: timestamp(),
      moment: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
      time: time(),
      zoned: time({ withTimezone: true, precision: 2 }),
      span: interval(),
      days: interval({ fields: 'day to second', precision: 3 }),
      json: json(),
      document: jsonb()
        .notNull()
        .default({ a: [1, { b: 'x:y' }] }),
      inet: inet(),
      cidr: cidr(),
      mac: macaddr(),
      grade: grade().notNull().default('in review'),
      mood: mood(),
      moods: mood().array().notNull().default(['glad']),
      tags: text().array().notNull().default([]),
      grid: integer().array().array(),
      bytes: typed('bytea')(),
      span_of_days: typed('daterange')(),
      spans: typed('int4multirange')(),
      search: typed('tsvector')().generatedAlwaysAs(sql`to_tsvector('simple', "text")`),
      bits: typed('bit(4)')(),
      place: point({ mode: 'tuple' }),
      xml: typed('xml')(),
      total: integer().generatedAlwaysAs(sql`whole * 2`),
    },
    {
      ...inShop,
      plugins: [identityKey()],
      constraints: (t) => [
        index().on(t.small),
        index('by_text').using('gin', t.document),
        index('lower_text').on(sql`lower(${t.text})`, t.small.desc().nullsLast()),
        index()
          .on(t.big)
          .where(sql`${t.text} <> 'a :b'`),
        uniqueIndex('one_small').on(t.small, t.whole).with({ fillfactor: 70 }),
        index('pattern').on(t.text.op('text_pattern_ops')),
        unique('one_str').on(t.str),
        unique().on(t.code, t.one).nullsNotDistinct(),
        check('positive', sql`${t.whole} > 0 AND "text" NOT LIKE '%:x%'`),
      ],
    },
  );

  const people = table(
    'people',
    {
      name: text().notNull().unique(),
      bossId: uuid('boss_id').references((): AnyPgColumn => people.table.id, {
        onDelete: 'set null',
        onUpdate: 'cascade',
      }),
      favourite: integer().references((): AnyPgColumn => products.table.id),
    },
    { ...inShop, plugins: [uuidKey(), timestamps()], comment: 'Who buys, "or" sells\\' },
  );

  const products = table(
    'products',
    {
      id: integer().primaryKey(),
      metadata: jsonb(),
      class: text(),
      'Mixed Case': text().notNull(),
      'mixed case': text(),
      ünïcode: text(),
      '2nd': text(),
      'quo"te': text().unique(),
      _private: text(),
      sellerId: uuid('seller_id')
        .notNull()
        .references(() => people.table.id, { onDelete: 'cascade' }),
      buyerId: uuid('buyer_id').references(() => people.table.id),
    },
    {
      ...inShop,
      comment: 'What is sold. It has\n\na second paragraph',
      columnComments: { class: 'How it is *made*; "quoted" \\ and\nbroken', metadata: 'Anything' },
      constraints: (t) => [index().on(t.sellerId)],
    },
  );

  const lines = table(
    'order_lines',
    { order: integer(), line: integer(), product: integer().notNull() },
    {
      ...inShop,
      primaryKey: ['order', 'line'],
      constraints: (t) => [
        foreignKey({ columns: [t.product], foreignColumns: [products.table.id] }),
      ],
    },
  );
  table(
    'deliveries',
    {
      id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100, increment: 5 }),
      order: integer().notNull(),
      line: integer().notNull(),
      other: integer(),
      note: text(),
    },
    {
      ...inShop,
      constraints: (t) => [
        foreignKey({
          name: 'delivered',
          columns: [t.order, t.line],
          foreignColumns: [lines.table.order, lines.table.line],
        }).onDelete('cascade'),
        foreignKey({
          columns: [t.order, t.other],
          foreignColumns: [lines.table.order, lines.table.line],
        }),
      ],
    },
  );
  // Another schema has the same name, and its class the same as what SQLAlchemy calls something.
  table('people', { name: text().notNull() }, own);
  table(
    'enums',
    {
      person_id: uuid()
        .primaryKey()
        .references(() => people.table.id),
      relationship: text(),
    },
    own,
  );
  table(`long_${'n'.repeat(56)}`, { value: text().unique() }, own);
  table('vectors', { of: views ? vector({ dimensions: 3 }) : text() }, own);

  if (views) {
    restView(people, { excludeColumns: ['bossId'] });
    restView(lines);
    restView(products, { name: 'sellers', columns: ['sellerId', 'class'] });
    restView(products, {
      name: 'offers',
      query: () =>
        select({
          id: products.table.id,
          title: products.table['Mixed Case'],
          seller: people.table.name,
          shouted: sql<string>`upper(${products.table.class})`,
        })
          .from(products.table)
          .leftJoin(people.table, eq(people.table.id, products.table.sellerId)),
    });
    schemaView('line_counts', {
      ...inShop,
      comment: 'How often a product is ordered',
      query: select({ product: lines.table.product, lines: count() })
        .from(lines.table)
        .groupBy(lines.table.product),
    });
  }
  return { metadata, config };
}
