import { eq, getTableColumns, isNotNull, sql, type SQL } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgSchema,
  QueryBuilder,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
  type PgColumn,
  type PgColumnBuilderBase,
  type PgTable,
} from 'drizzle-orm/pg-core';

import {
  desiredState,
  identityKey,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  schemaView,
  serialKey,
  table,
  uuidKey,
  type DefinedTable,
  type ColumnMap,
  type DesiredState,
  type Plugin,
  type TableOptions,
  type SchemaProject,
} from '../../src/index.js';
import type { RandomSchema, RandomTable, RandomView } from './random-schema.js';

type Columns = Record<string, PgColumn>;

/** `table` without its types: a random table's columns are not known to the compiler. */
const untypedTable = table as unknown as (
  name: string,
  columns: Record<string, PgColumnBuilderBase>,
  options: Readonly<
    Record<keyof TableOptions<string, ColumnMap, string, Plugin, Plugin, string>, unknown>
  >,
) => DefinedTable;

/** What a random column's builder can do. */
interface Builder extends PgColumnBuilderBase {
  default(value: SQL | string): Builder;
  notNull(): Builder;
}

const TYPES: Readonly<Record<string, (name: string) => unknown>> = {
  text: (name) => text(name),
  varchar: (name) => varchar(name, { length: 20 }),
  longVarchar: (name) => varchar(name, { length: 40 }),
  integer: (name) => integer(name),
  numeric: (name) => numeric(name, { precision: 10, scale: 2 }),
  boolean: (name) => boolean(name),
  timestamp: (name) => timestamp(name, { withTimezone: true }),
  uuid: (name) => uuid(name),
};

const DEFAULTS: Readonly<Record<string, SQL>> = {
  text: sql`'some "text"'`,
  varchar: sql`'short'`,
  longVarchar: sql`'short'`,
  integer: sql`7`,
  numeric: sql`1.50`,
  boolean: sql`true`,
  timestamp: sql`now()`,
  uuid: sql`gen_random_uuid()`,
};

/** The columns that refer to a table with a key of each kind. */
const REFERENCES: Readonly<Record<RandomTable['key'], () => Record<string, PgColumnBuilderBase>>> =
  {
    serial: () => ({ parentId: integer('parent_id') }),
    identity: () => ({ parentId: bigint('parent_id', { mode: 'number' }) }),
    uuid: () => ({ parentId: uuid('parent_id') }),
    composite: () => ({
      parentFirst: integer('parent_first'),
      parentSecond: text('parent_second'),
    }),
  };

const KEYS = { serial: serialKey, identity: identityKey, uuid: uuidKey };

interface Built {
  readonly defined: DefinedTable;
  readonly random: RandomTable;
}

/** Builds a random schema as a project would, through the library's public functions. */
export function stateOf(schema: RandomSchema): DesiredState {
  const { metadata, config } = projectOf(schema);
  return desiredState(metadata, config);
}

/** The same before it is rendered. */
export function projectOf({ moods, tables, summary }: RandomSchema): SchemaProject {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(
    new RestExtension({ roles: ['editor'] }),
  );
  const mood = pgSchema('app').enum('mood', moods as [string, ...string[]]);
  let previous: Built | undefined;
  for (const [name, random] of Object.entries(tables)) {
    const parent = random.parent ? previous : undefined;
    const columns = {
      ...ownColumns(random, (column) => mood(column) as unknown as Builder, moods.at(-1)!),
      ...(parent ? REFERENCES[parent.random.key]() : {}),
    };
    const isComposite = random.key === 'composite';
    // The compiler asks for each option that there is.
    const defined = untypedTable(name, columns, {
      schema: 'app',
      metadata,
      config,
      plugins: isComposite ? [] : [KEYS[random.key]()],
      primaryKey: isComposite ? ['first', 'second'] : undefined,
      // table.test.ts tries names of keys, objects.e2e.test.ts partitions.
      primaryKeyName: undefined,
      partitionBy: undefined,
      constraints: (own: Columns) => constraints(name, random, own, parent),
      comment: random.comment,
      columnComments: Object.fromEntries(
        Object.entries(random.columns).flatMap(([key, { comment }]) =>
          comment === undefined ? [] : [[key, comment]],
        ),
      ),
    });
    if (random.view) expose(defined, random.view, parent);
    previous = { defined, random };
  }
  if (summary && previous) {
    const { table: of } = previous.defined;
    const weight = columnsOf(of)['weight']!;
    schemaView('summary', {
      schema: 'app',
      metadata,
      query: new QueryBuilder()
        .select({ weight, total: sql<number>`count(*)`.as('total') })
        .from(of)
        .groupBy(weight),
    });
  }
  return { metadata, config };
}

function ownColumns(
  random: RandomTable,
  mood: (name: string) => Builder,
  lastMood: string,
): Record<string, PgColumnBuilderBase> {
  const columns: Record<string, PgColumnBuilderBase> = {};
  for (const [name, { type, notNull, hasDefault }] of Object.entries(random.columns)) {
    let built = type === 'mood' ? mood(name) : (TYPES[type]!(name) as Builder);
    if (hasDefault) built = built.default(type === 'mood' ? lastMood : DEFAULTS[type]!);
    columns[name] = notNull ? built.notNull() : built;
  }
  columns['weight'] = integer('weight').notNull().default(1);
  if (random.key === 'composite') {
    // The key's names in the database are not those in the code.
    columns['first'] = integer('first_part').notNull();
    columns['second'] = text('second_part').notNull();
  }
  if (random.generated !== 'no') {
    const expression = random.generated === 'double' ? sql`weight * 2` : sql`weight + 1`;
    columns['computed'] = integer('computed').generatedAlwaysAs(expression);
  }
  return columns;
}

function constraints(
  name: string,
  random: RandomTable,
  own: Columns,
  parent: Built | undefined,
): unknown[] {
  const made: unknown[] = [];
  const start = name.slice(0, 20);
  for (const [key, { indexed }] of Object.entries(random.columns)) {
    if (indexed === 'plain') made.push(index(`${start} by ${key}`).on(own[key]!));
    if (indexed === 'unique')
      made.push(uniqueIndex(`${start} one ${key}`).on(own[key]!, own['weight']!));
    if (indexed === 'partial') {
      made.push(index(`${start} of ${key}`).on(own[key]!).where(isNotNull(own[key]!)));
    }
  }
  if (random.check !== undefined) {
    made.push(check(`${start} weighs`, sql`${own['weight']} < ${sql.raw(String(random.check))}`));
  }
  if (parent) {
    const { primaryKey } = parent.defined;
    const referring = ['parentId', 'parentFirst', 'parentSecond'].flatMap((key) => own[key] ?? []);
    made.push(
      foreignKey({
        name: `${start} parent`,
        columns: referring as [PgColumn],
        foreignColumns: primaryKey as [PgColumn],
      }).onDelete('cascade'),
    );
  }
  return made;
}

function expose(defined: DefinedTable, view: RandomView, parent: Built | undefined): void {
  const own = columnsOf(defined.table);
  const hidden = Object.keys(own).find((key) => !defined.primaryKey.includes(own[key]!))!;
  const { shape } = view;
  restView(
    defined as DefinedTable<PgTable>,
    {
      grants: view.grants,
      ...(view.editor ? { roles: { editor: ['select', 'update'] } } : {}),
      ...(view.hidden && (shape === 'plain' || shape === 'filtered')
        ? { excludeColumns: [hidden] as never[] }
        : {}),
      ...(shape === 'plain'
        ? {}
        : {
            query: (base: never) => {
              if (shape === 'filtered') return filtered(base, own);
              if (shape === 'reordered' || !parent) return reordered(defined.table, own);
              return joined(defined.table, own, parent);
            },
          }),
    } as never,
  );
}

function filtered(base: { where(condition: SQL): never }, own: Columns): never {
  return base.where(sql`${own['weight']} > 0`);
}

function reordered(of: PgTable, own: Columns) {
  const fields = Object.fromEntries(Object.entries(own).reverse());
  return new QueryBuilder().select(fields).from(of);
}

function joined(of: PgTable, own: Columns, parent: Built) {
  const { table: other, primaryKey } = parent.defined;
  const referring = own['parentId'] ?? own['parentFirst']!;
  return new QueryBuilder()
    .select({ ...own, parentWeight: sql`${columnsOf(other)['weight']}`.as('parent_weight') })
    .from(of)
    .leftJoin(other, eq(referring, primaryKey[0]!));
}

function columnsOf(of: PgTable): Columns {
  return getTableColumns(of) as Columns;
}
