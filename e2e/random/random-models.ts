import fc from 'fast-check';

/**
 * What a random column may be: how SQLAlchemy says it, with defaults and checks that fit. Checks are those for which
 * generated tests find values by themselves; others need a `test_row_fn`.
 */
export const COLUMN_TYPES = {
  count: { python: 'int', defaults: ['4'], checks: ['$ > 0', '$ BETWEEN 1 AND 5'] },
  total: { python: 'int', type: 'BigInteger', defaults: ['0'], checks: ['$ >= 0'] },
  name: { python: 'str', type: 'String(40)', defaults: ['"new"'], checks: ['length($) > 2'] },
  code: { python: 'str', type: 'String(2)', defaults: ['"xx"'], checks: [] },
  text: { python: 'str', type: 'Text', defaults: [], checks: ["$ <> ''"] },
  price: { python: 'Decimal', type: 'Numeric(10, 2)', defaults: ['Decimal(2)'], checks: ['$ > 1'] },
  share: { python: 'Decimal', type: 'Numeric(4, 4)', defaults: [], checks: ['$ < 0.5'] },
  weight: { python: 'float', defaults: ['1.5'], checks: ['$ >= 0'] },
  flag: { python: 'bool', defaults: ['False'], checks: [] },
  day: { python: 'datetime.date', defaults: [], checks: ["$ > '2000-01-01'"] },
  moment: {
    python: 'datetime.datetime',
    type: 'DateTime(timezone=True)',
    defaults: [],
    checks: [],
  },
  period: { python: 'datetime.timedelta', defaults: [], checks: [] },
  reference: { python: 'uuid.UUID', defaults: ['uuid.uuid4'], checks: [] },
  mood: { python: 'Mood', defaults: ['Mood.CALM'], checks: [] },
  content: { python: 'bytes', defaults: [], checks: [] },
  hour: { python: 'datetime.time', defaults: [], checks: [] },
  small: { python: 'int', type: 'SmallInteger', defaults: ['3'], checks: ['$ < 100'] },
  initials: { python: 'str', type: 'CHAR(3)', defaults: [], checks: [] },
  seats: { python: 'Range[int]', type: 'INT4RANGE', defaults: [], checks: ['NOT isempty($)'] },
  numbers: { python: 'list[int]', type: 'ARRAY(Integer)', defaults: [], checks: [] },
  document: { python: 'dict[str, Any]', type: 'JSONB', defaults: [], checks: [] },
  labels: { python: 'list[str]', type: 'ARRAY(String(9))', defaults: ['list'], checks: [] },
  data: { python: 'dict[str, Any]', type: 'JSON', defaults: ['dict'], checks: [] },
} as const;

export type ColumnType = keyof typeof COLUMN_TYPES;

export const SERVER_DEFAULTS: Partial<Record<ColumnType, string>> = {
  count: '"4"',
  name: '"it\'s new"',
  price: '"2"',
  flag: 'false()',
  mood: '"CALM"',
  reference: 'func.gen_random_uuid()',
  data: '"{}"',
};

/** So few that a table with a unique one is soon full. */
export const FEW_VALUES: readonly ColumnType[] = ['flag', 'mood'];

/** JSON cannot be compared. */
export const NEVER_UNIQUE: readonly ColumnType[] = ['data'];

export const MODEL_NAMES = ['Author', 'Book', 'Shelf', 'Loan', 'Note'] as const;

export interface RandomColumn {
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly default: 'no' | 'python' | 'server';
  readonly isUnique: boolean;
  readonly check: number;
  /** Whether the column has another name than the attribute. */
  readonly isRenamed: boolean;
  readonly isDeferred: boolean;
}

export interface RandomModel {
  readonly key: 'serial' | 'always' | 'uuid' | 'text' | 'pair';
  readonly columns: readonly RandomColumn[];
  readonly isTenants: boolean;
  readonly isOwned: boolean;
  /** Whether it refers to the model before it, and to rows of its own. */
  readonly parent: 'no' | 'required' | 'optional';
  readonly refersToItself: boolean;
  /** Whether two of its columns are unique together. */
  readonly isPairUnique: boolean;
  readonly isVersioned: boolean;
  readonly isTouched: boolean;
  /** Whether the model after it has relationships with it, and how rows are loaded by them. */
  readonly children: 'no' | 'plain' | 'cascade';
  readonly lazy: 'select' | 'joined' | 'selectin';
  /** Whether its class is that of the model before it, with more columns: in a table of their own, or in the same. */
  readonly inherits: 'no' | 'joined' | 'single';
}

const column: fc.Arbitrary<RandomColumn> = fc.record({
  type: fc.constantFrom(...(Object.keys(COLUMN_TYPES) as ColumnType[])),
  nullable: fc.boolean(),
  default: fc.constantFrom('no', 'python', 'server'),
  isUnique: fc.nat(4).map((number) => number === 0),
  check: fc.nat(5),
  isRenamed: fc.nat(4).map((number) => number === 0),
  isDeferred: fc.nat(4).map((number) => number === 0),
});

const model: fc.Arbitrary<RandomModel> = fc.record({
  key: fc.constantFrom('serial', 'always', 'uuid', 'text', 'pair'),
  columns: fc.uniqueArray(column, { minLength: 2, maxLength: 6, selector: ({ type }) => type }),
  isTenants: fc.boolean(),
  isOwned: fc.boolean(),
  parent: fc.constantFrom('no', 'required', 'optional'),
  refersToItself: fc.boolean(),
  isPairUnique: fc.boolean(),
  isVersioned: fc.nat(3).map((number) => number === 0),
  isTouched: fc.boolean(),
  children: fc.constantFrom('no', 'plain', 'cascade'),
  lazy: fc.constantFrom('select', 'joined', 'selectin'),
  inherits: fc.constantFrom('no', 'no', 'no', 'joined', 'single'),
});

/** Models by their names. Those that refer to others come after these. */
export const randomModels: fc.Arbitrary<ReadonlyMap<string, RandomModel>> = fc
  .array(model, { minLength: MODEL_NAMES.length, maxLength: MODEL_NAMES.length })
  .map((models) => new Map(withBases(models).map((each, index) => [MODEL_NAMES[index]!, each])));

/** The models with what those that inherit have of their base. A base inherits from none. */
function withBases(models: readonly RandomModel[]): RandomModel[] {
  const resolved: RandomModel[] = [];
  for (const each of models) {
    const base = resolved.at(-1);
    const inherits = base?.inherits === 'no' ? each.inherits : 'no';
    if (!base || inherits === 'no') {
      resolved.push({ ...each, inherits: 'no' });
      continue;
    }
    const columns = each.columns.filter(({ type }) =>
      base.columns.every((own) => own.type !== type),
    );
    resolved.push({
      ...each,
      inherits,
      key: base.key,
      // Rows of the base have none of them.
      columns: inherits === 'single' ? columns.map((own) => ({ ...own, nullable: true })) : columns,
      isTenants: base.isTenants,
      isOwned: base.isOwned,
      parent: 'no',
      refersToItself: false,
      isVersioned: false,
      isTouched: false,
    });
  }
  return resolved;
}
