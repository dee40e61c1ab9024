import type { TypeName } from './facts.js';

/** A column type of SQLAlchemy: what its values are in Python, and what its arguments mean. */
export interface KnownType {
  readonly python: TypeName;
  readonly parameters: readonly string[];
  /** Whether numbers come as Decimal when nothing is said. */
  readonly asDecimal?: boolean;
  /** What a range holds. */
  readonly items?: TypeName;
  /** Whether the moments of a range have a time zone: its name says it. */
  readonly timezone?: boolean;
}

const LENGTH = ['length', 'collation'];
const ZONE = ['timezone', 'fsp'];
const NUMERIC = ['precision', 'scale', 'decimal_return_scale', 'asdecimal'];
const FLOAT = ['precision', 'asdecimal', 'decimal_return_scale'];

function all(names: string, type: KnownType): [string, KnownType][] {
  return names.split(/\s+/).map((name) => [name, type]);
}

/** By the name that SQLAlchemy exports, with the dialect in front where dialects differ. */
const TYPES = new Map<string, KnownType>([
  ...all(
    `String Unicode Text UnicodeText VARCHAR NVARCHAR CHAR NCHAR TEXT CLOB CITEXT AutoString`,
    { python: 'str', parameters: LENGTH },
  ),
  ...all('Integer SmallInteger BigInteger INTEGER INT SMALLINT BIGINT', {
    python: 'int',
    parameters: [],
  }),
  ...all('Numeric NUMERIC DECIMAL', { python: 'decimal', parameters: NUMERIC, asDecimal: true }),
  ...all('Float FLOAT REAL Double DOUBLE DOUBLE_PRECISION', {
    python: 'float',
    parameters: FLOAT,
    asDecimal: false,
  }),
  ...all('Boolean BOOLEAN', { python: 'bool', parameters: [] }),
  ...all('DateTime DATETIME TIMESTAMP UTCDateTime', { python: 'datetime', parameters: ZONE }),
  ...all('Date DATE', { python: 'date', parameters: [] }),
  ...all('Time TIME', { python: 'time', parameters: ZONE }),
  ...all('postgresql.TIMESTAMP', { python: 'datetime', parameters: ['timezone', 'precision'] }),
  ...all('postgresql.TIME', { python: 'time', parameters: ['timezone', 'precision'] }),
  ...all('postgresql.INTERVAL', { python: 'timedelta', parameters: ['precision', 'fields'] }),
  ...all('Interval INTERVAL', { python: 'timedelta', parameters: [] }),
  ...all('LargeBinary BINARY VARBINARY BLOB BYTEA', {
    python: 'bytes',
    parameters: ['length'],
  }),
  ...all('JSON JSONB HSTORE', { python: 'json', parameters: [] }),
  ...all('Uuid UUID', { python: 'uuid', parameters: ['as_uuid'] }),
  ...all('ARRAY', { python: 'list', parameters: ['item_type'] }),
  ...all('Enum ENUM', { python: 'enum', parameters: [] }),
  ...all('INET', { python: 'inet', parameters: [] }),
  ...all('CIDR', { python: 'cidr', parameters: [] }),
  ...all('MACADDR MACADDR8', { python: 'macaddr', parameters: [] }),
  ...all('TSVECTOR', { python: 'tsvector', parameters: [] }),
  ...all('postgresql.BIT', { python: 'bits', parameters: ['length', 'varying'] }),
  ...all('INT4RANGE INT8RANGE', { python: 'range', parameters: [], items: 'int' }),
  ...all('NUMRANGE', { python: 'range', parameters: [], items: 'decimal' }),
  ...all('DATERANGE', { python: 'range', parameters: [], items: 'date' }),
  ...all('TSRANGE', { python: 'range', parameters: [], items: 'datetime', timezone: false }),
  ...all('TSTZRANGE', { python: 'range', parameters: [], items: 'datetime', timezone: true }),
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
  ['builtins.int', 'int'],
  ['builtins.float', 'float'],
  ['builtins.bool', 'bool'],
  ['builtins.str', 'str'],
  ['builtins.bytes', 'bytes'],
  ['uuid.UUID', 'uuid'],
  ['decimal.Decimal', 'decimal'],
  ['datetime.datetime', 'datetime'],
  ['datetime.date', 'date'],
  ['datetime.time', 'time'],
  ['datetime.timedelta', 'timedelta'],
  ['builtins.dict', 'json'],
  ['typing.Dict', 'json'],
  ['typing.Mapping', 'json'],
  ['collections.abc.Mapping', 'json'],
  ['typing.Any', 'json'],
]);
