import type { TypeName } from '../facts.js';

/** A column type of SQLAlchemy: what its values are in Python, and what its arguments mean. */
export interface KnownType {
  readonly python: TypeName;
  readonly parameters: readonly string[];
  /** Whether numbers come as Decimal when nothing is said. */
  readonly asDecimal?: boolean;
  /** What a range holds. */
  readonly items?: TypeName;
  /** The precision when none is said. */
  readonly precision?: number;
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
    `String Unicode Text UnicodeText VARCHAR NVARCHAR CHAR NCHAR TEXT CLOB NCLOB CITEXT AutoString
    TINYTEXT MEDIUMTEXT LONGTEXT NTEXT VARCHAR2 NVARCHAR2 LONG XML`,
    { python: 'str', parameters: LENGTH },
  ),
  ...all('Integer SmallInteger BigInteger INTEGER INT SMALLINT BIGINT', {
    python: 'int',
    parameters: [],
  }),
  ...all('TINYINT MEDIUMINT YEAR', { python: 'int', parameters: ['display_width'] }),
  ...all('Numeric NUMERIC DECIMAL', { python: 'decimal', parameters: NUMERIC, asDecimal: true }),
  ...all('Float FLOAT REAL Double DOUBLE DOUBLE_PRECISION BINARY_FLOAT BINARY_DOUBLE', {
    python: 'float',
    parameters: FLOAT,
    asDecimal: false,
  }),
  ...all('oracle.FLOAT', {
    python: 'float',
    parameters: ['binary_precision', 'asdecimal', 'decimal_return_scale'],
    asDecimal: false,
  }),
  ...all('mssql.REAL', { python: 'float', parameters: FLOAT, asDecimal: false, precision: 24 }),
  ...all('mssql.DOUBLE_PRECISION', {
    python: 'float',
    parameters: FLOAT,
    asDecimal: false,
    precision: 53,
  }),
  ...all('mysql.NUMERIC mysql.DECIMAL mysql.DOUBLE mysql.REAL mysql.DOUBLE_PRECISION', {
    python: 'decimal',
    parameters: ['precision', 'scale', 'asdecimal'],
    asDecimal: true,
  }),
  ...all('mysql.FLOAT', {
    python: 'float',
    parameters: ['precision', 'scale', 'asdecimal'],
    asDecimal: false,
  }),
  ...all('Boolean BOOLEAN mssql.BIT', { python: 'bool', parameters: [] }),
  ...all('DateTime DATETIME TIMESTAMP UTCDateTime', { python: 'datetime', parameters: ZONE }),
  ...all('DATETIME2 DATETIMEOFFSET', { python: 'datetime', parameters: ['precision'] }),
  ...all('SMALLDATETIME oracle.DATE oracle.TIMESTAMP', {
    python: 'datetime',
    parameters: ['timezone'],
  }),
  ...all('sqlite.DATETIME', { python: 'datetime', parameters: [] }),
  ...all('Date DATE', { python: 'date', parameters: [] }),
  ...all('Time TIME', { python: 'time', parameters: ZONE }),
  ...all('postgresql.TIMESTAMP', { python: 'datetime', parameters: ['timezone', 'precision'] }),
  ...all('postgresql.TIME', { python: 'time', parameters: ['timezone', 'precision'] }),
  ...all('sqlite.TIME', { python: 'time', parameters: [] }),
  ...all('postgresql.INTERVAL', { python: 'timedelta', parameters: ['precision', 'fields'] }),
  ...all('mssql.TIME', { python: 'time', parameters: ['precision'] }),
  ...all('Interval INTERVAL', { python: 'timedelta', parameters: [] }),
  ...all('LargeBinary BINARY VARBINARY BLOB BYTEA TINYBLOB MEDIUMBLOB LONGBLOB IMAGE RAW', {
    python: 'bytes',
    parameters: ['length'],
  }),
  ...all('JSON JSONB HSTORE', { python: 'json', parameters: [] }),
  ...all('Uuid UUID UNIQUEIDENTIFIER', { python: 'uuid', parameters: ['as_uuid'] }),
  ...all('GUID', { python: 'uuid', parameters: [] }),
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

/** It counts the versions of a row. */
const NO_TIME = 'mssql.TIMESTAMP';

/** A type that SQLAlchemy brings, by its name and the dialect that it was imported from. */
export function knownType(name: string, dialect: string | undefined): KnownType | undefined {
  const inDialect = `${dialect ?? ''}.${name}`;
  if (inDialect === NO_TIME) return undefined;
  return TYPES.get(inDialect) ?? TYPES.get(name);
}

/** Other names of types of SQLAlchemy. */
const ALIASES = new Map([
  ['INT', 'INTEGER'],
  ['NVARCHAR2', 'NVARCHAR'],
]);

/** The name of the class that SQLAlchemy exports by a name. */
export function typeClass(name: string): string {
  return ALIASES.get(name) ?? name;
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
