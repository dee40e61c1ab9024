import fc from 'fast-check';

/** Types that a random column may have. */
export const COLUMN_TYPES = [
  'text',
  'varchar',
  'longVarchar',
  'integer',
  'numeric',
  'boolean',
  'timestamp',
  'uuid',
  'mood',
] as const;

export interface RandomColumn {
  readonly type: (typeof COLUMN_TYPES)[number];
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  readonly comment: string | undefined;
  readonly indexed: 'no' | 'plain' | 'unique' | 'partial';
}

export type Grant = 'select' | 'insert' | 'update' | 'delete';

export interface RandomView {
  readonly grants: readonly Grant[];
  readonly hidden: boolean;
  readonly shape: 'plain' | 'filtered' | 'joined' | 'reordered';
  readonly editor: boolean;
}

export interface RandomTable {
  readonly key: 'serial' | 'identity' | 'uuid' | 'composite';
  readonly columns: Readonly<Record<string, RandomColumn>>;
  readonly generated: 'no' | 'double' | 'more';
  readonly parent: boolean;
  readonly check: number | undefined;
  readonly comment: string | undefined;
  readonly view: RandomView | undefined;
}

/** A schema to be built through the library's public functions. */
export interface RandomSchema {
  readonly moods: readonly string[];
  readonly tables: Readonly<Record<string, RandomTable>>;
  readonly summary: boolean;
}

/** Names that need quoting, and names that are long, stand among the plain ones. */
const TABLE_NAMES = ['plain', 'Mixed Case', 'select', `long_${'n'.repeat(50)}`];
const COLUMN_NAMES = ['title', 'camelCase', 'order', 'ünïcode', 'quo"te'];

const column: fc.Arbitrary<RandomColumn> = fc.record({
  type: fc.constantFrom(...COLUMN_TYPES),
  notNull: fc.boolean(),
  hasDefault: fc.boolean(),
  comment: fc.option(fc.constantFrom('What it is', "It's -- not; this"), { nil: undefined }),
  indexed: fc.constantFrom('no', 'no', 'plain', 'unique', 'partial'),
});

const view: fc.Arbitrary<RandomView> = fc.record({
  grants: fc
    .subarray<Grant>(['insert', 'update', 'delete'])
    .map((writes): Grant[] => ['select', ...writes]),
  hidden: fc.boolean(),
  shape: fc.constantFrom('plain', 'filtered', 'joined', 'reordered'),
  editor: fc.boolean(),
});

const randomTable: fc.Arbitrary<RandomTable> = fc.record({
  key: fc.constantFrom('serial', 'identity', 'uuid', 'composite'),
  columns: fc
    .uniqueArray(fc.constantFrom(...COLUMN_NAMES), { minLength: 1 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, column])))),
  generated: fc.constantFrom('no', 'double', 'more'),
  parent: fc.boolean(),
  check: fc.option(fc.constantFrom(10, 20), { nil: undefined }),
  comment: fc.option(fc.constantFrom('A table', 'Another\nline'), { nil: undefined }),
  view: fc.option(view, { nil: undefined }),
});

const moods = fc.uniqueArray(fc.constantFrom('calm', 'glad', "d'accord", 'sad'), { minLength: 1 });

const schema: fc.Arbitrary<RandomSchema> = fc.record({
  moods,
  tables: fc
    .subarray(TABLE_NAMES)
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, randomTable])))),
  summary: fc.boolean(),
});

/** A schema, and the same with a few things changed, as a commit changes it. */
export const schemaAndChange: fc.Arbitrary<readonly [RandomSchema, RandomSchema]> = fc
  .tuple(schema, schema, fc.infiniteStream(fc.nat(3)))
  .map(([before, other, choices]) => {
    const isChanged = () => choices.next().value === 0;
    const tables: Record<string, RandomTable> = {};
    for (const name of TABLE_NAMES) {
      const [old, fresh] = [before.tables[name], other.tables[name]];
      const kept = old && fresh ? changedTable(old, fresh, isChanged) : isChanged() ? fresh : old;
      if (kept) tables[name] = kept;
    }
    const after = {
      moods: isChanged() ? other.moods : before.moods,
      summary: isChanged() ? other.summary : before.summary,
      tables,
    };
    return [before, after] as const;
  });

function changedTable(old: RandomTable, fresh: RandomTable, isChanged: () => boolean): RandomTable {
  const columns: Record<string, RandomColumn> = {};
  for (const name of COLUMN_NAMES) {
    const [before, after] = [old.columns[name], fresh.columns[name]];
    const kept = isChanged() ? after : before;
    if (kept) columns[name] = kept;
  }
  if (Object.keys(columns).length === 0) Object.assign(columns, old.columns);
  const pick = <K extends keyof RandomTable>(key: K) => (isChanged() ? fresh : old)[key];
  return {
    key: pick('key'),
    columns,
    generated: pick('generated'),
    parent: pick('parent'),
    check: pick('check'),
    comment: pick('comment'),
    view: pick('view'),
  };
}
