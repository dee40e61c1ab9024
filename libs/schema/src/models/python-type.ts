import { builtin, literal, moduleSymbol, symbol, type PythonSymbol } from '@rowhouse/python';
import { is } from 'drizzle-orm';
import { PgArray, type PgColumn } from 'drizzle-orm/pg-core';

import { enumOf } from '../table/column-ddl.js';
import type { EnumClasses } from './enums.js';
import { OTHER_TYPE, shared } from './home.js';

/** A column's type in Python and in SQLAlchemy, as references and text. */
export interface PythonType {
  readonly annotation: string;
  /** The type to give to `mapped_column()`. */
  readonly type: string;
  /** Whether the annotation alone says as much. */
  readonly implied: boolean;
}

export const sqlalchemy = (name: string) => symbol('sqlalchemy', name);
export const postgresql = (name: string) => symbol('sqlalchemy.dialects.postgresql', name);
export const any = symbol('typing', 'Any');
const decimal = symbol('decimal', 'Decimal');
const datetime = moduleSymbol('datetime');
const range = postgresql('Range');

/** What PostgreSQL calls some types, too. */
const ALIASES: Readonly<Record<string, string>> = {
  int2: 'smallint',
  int4: 'integer',
  int: 'integer',
  int8: 'bigint',
  smallserial: 'smallint',
  serial: 'integer',
  bigserial: 'bigint',
  bool: 'boolean',
  float4: 'real',
  float8: 'double precision',
  decimal: 'numeric',
  'character varying': 'varchar',
  character: 'char',
  timestamptz: 'timestamp with time zone',
  timetz: 'time with time zone',
  'timestamp without time zone': 'timestamp',
  'time without time zone': 'time',
  'bit varying': 'varbit',
};

type Maker = (sizes: readonly number[]) => PythonType;

const known: Readonly<Record<string, Maker>> = {
  smallint: plain(builtin('int'), sqlalchemy('SmallInteger')),
  integer: implied(builtin('int'), sqlalchemy('Integer')),
  bigint: plain(builtin('int'), sqlalchemy('BigInteger')),
  real: plain(builtin('float'), sqlalchemy('REAL')),
  'double precision': plain(builtin('float'), sqlalchemy('Double')),
  numeric: implied(decimal, sqlalchemy('Numeric')),
  boolean: implied(builtin('bool'), sqlalchemy('Boolean')),
  text: plain(builtin('str'), sqlalchemy('Text')),
  varchar: implied(builtin('str'), sqlalchemy('String')),
  char: plain(builtin('str'), sqlalchemy('CHAR')),
  citext: plain(builtin('str'), postgresql('CITEXT')),
  bytea: implied(builtin('bytes'), sqlalchemy('LargeBinary')),
  uuid: implied(`${moduleSymbol('uuid')}.UUID`, sqlalchemy('Uuid')),
  date: implied(`${datetime}.date`, sqlalchemy('Date')),
  time: moment('time', 'Time', false),
  'time with time zone': moment('time', 'Time', true),
  timestamp: moment('datetime', 'DateTime', false),
  'timestamp with time zone': moment('datetime', 'DateTime', true),
  interval: (sizes) => interval(undefined, sizes),
  json: plain(any, sqlalchemy('JSON')),
  jsonb: plain(any, postgresql('JSONB')),
  // What the drivers give for these differs.
  inet: plain(any, postgresql('INET')),
  cidr: plain(any, postgresql('CIDR')),
  bit: (sizes) => ({ ...plain(any, postgresql('BIT'))(sizes.length > 0 ? sizes : [1]) }),
  varbit: ([size]) => {
    const options = [...(size === undefined ? [] : [String(size)]), 'varying=True'];
    return explicit(any, `${postgresql('BIT')}(${options.join(', ')})`);
  },
  macaddr: plain(builtin('str'), postgresql('MACADDR')),
  macaddr8: plain(builtin('str'), postgresql('MACADDR8')),
  money: plain(builtin('str'), postgresql('MONEY')),
  tsvector: plain(builtin('str'), postgresql('TSVECTOR')),
  hstore: plain(
    `${builtin('dict')}[${builtin('str')}, ${builtin('str')} | None]`,
    postgresql('HSTORE'),
  ),
  ...ranges('int4', builtin('int')),
  ...ranges('int8', builtin('int')),
  ...ranges('num', decimal),
  ...ranges('date', `${datetime}.date`),
  ...ranges('ts', `${datetime}.datetime`),
  ...ranges('tstz', `${datetime}.datetime`),
};

/** The Python and SQLAlchemy types of a column; of an expression of a view, which has none, nobody knows. */
export function pythonType(column: PgColumn | undefined, enums: EnumClasses): PythonType {
  if (!column) return otherTypeOf('unknown');
  if (is(column, PgArray)) return arrayType(column, enums);
  const type = enumOf(column);
  if (type) return explicit(enums.symbolOf(type), enums.columnType(type));
  const sql = column.getSQLType().toLowerCase().trim();
  const [, head = '', list = '', tail = ''] =
    /^([^(]*?) *(?:\(([^)]*)\))?( with(?:out)? time zone)?$/.exec(sql) ?? [];
  const sizes = list === '' ? [] : list.split(',').map(Number);
  const name = `${head}${tail}`;
  const make = known[ALIASES[name] ?? name];
  if (make && sizes.every(Number.isInteger)) return make(sizes);
  if (head.startsWith('interval ')) return interval(head.slice('interval '.length), sizes);
  return otherTypeOf(column.getSQLType());
}

export const otherType = `
class ${OTHER_TYPE}(${symbol('sqlalchemy.types', 'UserDefinedType')}[${any}]):
    """A type that SQLAlchemy does not know. Its values are those of the driver."""

    cache_ok = True

    def __init__(self, name: str) -> None:
        """Set the name of the type in SQL."""
        self.name = name

    def get_col_spec(self, **_options: object) -> str:
        """Return the name of the type."""
        return self.name
`;

function otherTypeOf(sql: string): PythonType {
  return explicit(any, `${shared(OTHER_TYPE)}(${literal(sql)})`);
}

function explicit(annotation: PythonSymbol | string, type: string): PythonType {
  return { annotation: String(annotation), type, implied: false };
}

/** A type that has to be said, with its sizes. */
function plain(annotation: PythonSymbol | string, type: PythonSymbol): Maker {
  return (sizes) =>
    explicit(annotation, sizes.length > 0 ? `${type}(${sizes.join(', ')})` : String(type));
}

/** A type that SQLAlchemy takes for the annotation, unless it has a size. */
function implied(annotation: PythonSymbol | string, type: PythonSymbol): Maker {
  return (sizes) => ({ ...plain(annotation, type)(sizes), implied: sizes.length === 0 });
}

/** A precision is known to the dialect's type alone. */
function moment(annotation: string, type: string, hasZone: boolean): Maker {
  return ([precision]) => {
    const options = [
      ...(precision === undefined ? [] : [`precision=${precision}`]),
      ...(hasZone ? ['timezone=True'] : []),
    ];
    const symbolOfType =
      precision === undefined
        ? sqlalchemy(type)
        : postgresql(type === 'Time' ? 'TIME' : 'TIMESTAMP');
    return {
      annotation: `${datetime}.${annotation}`,
      type: options.length > 0 ? `${symbolOfType}(${options.join(', ')})` : String(symbolOfType),
      implied: options.length === 0,
    };
  };
}

function interval(fields: string | undefined, [precision]: readonly number[]): PythonType {
  const options = [
    ...(fields === undefined ? [] : [`fields=${literal(fields.toUpperCase())}`]),
    ...(precision === undefined ? [] : [`precision=${precision}`]),
  ];
  const annotation = `${datetime}.timedelta`;
  return options.length === 0
    ? { annotation, type: String(sqlalchemy('Interval')), implied: true }
    : explicit(annotation, `${postgresql('INTERVAL')}(${options.join(', ')})`);
}

function ranges(name: string, of: PythonSymbol | string): Record<string, Maker> {
  const upper = name.toUpperCase();
  return {
    [`${name}range`]: plain(`${range}[${of}]`, postgresql(`${upper}RANGE`)),
    [`${name}multirange`]: plain(
      `${symbol('collections.abc', 'Sequence')}[${range}[${of}]]`,
      postgresql(`${upper}MULTIRANGE`),
    ),
  };
}

function arrayType(column: PgColumn, enums: EnumClasses): PythonType {
  let element = column;
  let dimensions = 0;
  for (; is(element, PgArray); dimensions++) element = element.baseColumn as PgColumn;
  const { annotation, type } = pythonType(element, enums);
  const list = builtin('list');
  const options = dimensions > 1 ? `, dimensions=${dimensions}` : '';
  return explicit(
    `${`${list}[`.repeat(dimensions)}${annotation}${']'.repeat(dimensions)}`,
    `${postgresql('ARRAY')}(${type}${options})`,
  );
}
