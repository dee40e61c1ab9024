/** A column type of SQLAlchemy: what its values are in Python, and what its arguments mean. */
interface TypeRow {
  /** What facts call the type. */
  readonly python: string;
  readonly parameters?: readonly string[];
  /** Whether numbers come as Decimal when nothing is said. */
  readonly asDecimal?: boolean;
  /** What a range holds. */
  readonly items?: string;
  /** Whether the moments of a range have a time zone: its name says it. */
  readonly timezone?: boolean;
  /** The types of PostgreSQL that it becomes, as `pg_type` names them. Default: depends on its arguments. */
  readonly postgresql?: string;
}

const LENGTH = ['length', 'collation'];
const ZONE = ['timezone', 'fsp'];
const NUMERIC = ['precision', 'scale', 'decimal_return_scale', 'asdecimal'];
const FLOAT = ['precision', 'asdecimal', 'decimal_return_scale'];
const float = { python: 'float', parameters: FLOAT, asDecimal: false } as const;
const range = { python: 'range' } as const;

/** By the names that SQLAlchemy exports, with the dialect in front where dialects differ: a new one is a row here. */
const rows = {
  // Without a length they are the same to PostgreSQL.
  'String Unicode VARCHAR NVARCHAR Text UnicodeText TEXT AutoString': {
    python: 'str',
    parameters: LENGTH,
    postgresql: 'varchar text',
  },
  'CHAR NCHAR': { python: 'str', parameters: LENGTH, postgresql: 'bpchar' },
  CITEXT: { python: 'str', parameters: LENGTH, postgresql: 'citext' },
  CLOB: { python: 'str', parameters: LENGTH },
  'Integer INTEGER INT': { python: 'int', postgresql: 'int4' },
  'SmallInteger SMALLINT': { python: 'int', postgresql: 'int2' },
  'BigInteger BIGINT': { python: 'int', postgresql: 'int8' },
  'Float FLOAT': float,
  REAL: { ...float, postgresql: 'float4' },
  'Double DOUBLE DOUBLE_PRECISION': { ...float, postgresql: 'float8' },
  'Boolean BOOLEAN': { python: 'bool', postgresql: 'bool' },
  'LargeBinary BYTEA': { python: 'bytes', parameters: ['length'], postgresql: 'bytea' },
  'BINARY VARBINARY BLOB': { python: 'bytes', parameters: ['length'] },
  'Uuid UUID': { python: 'uuid', parameters: ['as_uuid'], postgresql: 'uuid' },
  'DateTime DATETIME TIMESTAMP UTCDateTime': { python: 'datetime', parameters: ZONE },
  'postgresql.TIMESTAMP': { python: 'datetime', parameters: ['timezone', 'precision'] },
  'Date DATE': { python: 'date', postgresql: 'date' },
  'Time TIME': { python: 'time', parameters: ZONE },
  'postgresql.TIME': { python: 'time', parameters: ['timezone', 'precision'] },
  'Interval INTERVAL': { python: 'timedelta', postgresql: 'interval' },
  'postgresql.INTERVAL': { python: 'timedelta', parameters: ['precision', 'fields'] },
  'Numeric NUMERIC DECIMAL': {
    python: 'decimal',
    parameters: NUMERIC,
    asDecimal: true,
    postgresql: 'numeric',
  },
  JSON: { python: 'json', postgresql: 'json' },
  JSONB: { python: 'json', postgresql: 'jsonb' },
  HSTORE: { python: 'json', postgresql: 'hstore' },
  'Enum ENUM': { python: 'enum' },
  ARRAY: { python: 'list', parameters: ['item_type'] },
  INET: { python: 'inet', postgresql: 'inet' },
  CIDR: { python: 'cidr', postgresql: 'cidr' },
  MACADDR: { python: 'macaddr', postgresql: 'macaddr' },
  MACADDR8: { python: 'macaddr', postgresql: 'macaddr8' },
  INT4RANGE: { ...range, items: 'int', postgresql: 'int4range' },
  INT8RANGE: { ...range, items: 'int', postgresql: 'int8range' },
  NUMRANGE: { ...range, items: 'decimal', postgresql: 'numrange' },
  DATERANGE: { ...range, items: 'date', postgresql: 'daterange' },
  TSRANGE: { ...range, items: 'datetime', timezone: false, postgresql: 'tsrange' },
  TSTZRANGE: { ...range, items: 'datetime', timezone: true, postgresql: 'tstzrange' },
  TSVECTOR: { python: 'tsvector', postgresql: 'tsvector' },
  'postgresql.BIT': { python: 'bits', parameters: ['length', 'varying'], postgresql: 'bit varbit' },
} as const satisfies Readonly<Record<string, TypeRow>>;

/** What facts call a type. */
export type TypeName = (typeof rows)[keyof typeof rows]['python'] | 'set' | 'object';

/** A row, by whose names types are found. */
export type KnownType = TypeRow & { readonly python: TypeName; readonly items?: TypeName };

const TYPES = new Map<string, KnownType>(
  Object.entries<KnownType>(rows).flatMap(([names, row]) =>
    names.split(' ').map((name) => [name, row] as const),
  ),
);

/** Every name of a type in facts. */
export const typeNames: ReadonlySet<TypeName> = new Set([
  ...[...TYPES.values()].map(({ python }) => python),
  ...(['set', 'object'] as const),
]);

/** A type that SQLAlchemy brings, by its name and the dialect that it was imported from: PostgreSQL's, and what MySQL has alike. */
export function knownType(name: string, dialect: string | undefined): KnownType | undefined {
  const general = TYPES.get(name);
  if (dialect === 'mysql')
    return general && /^(?:int|str|datetime)$/.test(general.python) ? general : undefined;
  if (dialect !== undefined && dialect !== 'postgresql') return undefined;
  return TYPES.get(`postgresql.${name}`) ?? general;
}

/** Whether SQLAlchemy has a type by a name. */
export function isTypeName(name: string): boolean {
  return TYPES.has(name) || name === 'PickleType' || name === 'NullType';
}

/** The types of PostgreSQL that a type of SQLAlchemy becomes, whatever its arguments are. */
export function postgresqlTypes(name: string): readonly string[] | undefined {
  return (TYPES.get(name) ?? TYPES.get(`postgresql.${name}`))?.postgresql?.split(' ');
}

/** The type that SQLAlchemy chooses for an annotation when the models do not say another. */
export const DEFAULT_TYPES = new Map<string, string>([
  ['builtins.int', 'Integer'],
  ['builtins.float', 'Float'],
  ['builtins.bool', 'Boolean'],
  ['builtins.str', 'String'],
  ['builtins.bytes', 'LargeBinary'],
  ['uuid.UUID', 'Uuid'],
  ['decimal.Decimal', 'Numeric'],
  ['datetime.datetime', 'DateTime'],
  ['datetime.date', 'Date'],
  ['datetime.time', 'Time'],
  ['datetime.timedelta', 'Interval'],
]);

/** What annotations are called in facts. */
export const PYTHON_TYPES = new Map<string, TypeName>([
  ...[...DEFAULT_TYPES].map(([path, type]) => [path, TYPES.get(type)!.python] as const),
  ['builtins.dict', 'json'],
  ['typing.Dict', 'json'],
  ['typing.Mapping', 'json'],
  ['collections.abc.Mapping', 'json'],
  ['typing.Any', 'json'],
]);

/** The tables, as `inspect/facts.py` gets them. */
export const tables = {
  columns: Object.fromEntries(
    [...TYPES].map(([name, { python, items }]) => [
      name.replace(/^postgresql\./, ''),
      { python, items },
    ]),
  ),
  python: Object.fromEntries(PYTHON_TYPES),
};
