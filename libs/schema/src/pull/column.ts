import type { Fact } from '@supabase/pg-delta';

import { serialSequenceName } from '../sql/identifier.js';
import { arrayOf, sqlExpression, stringLiteral } from './literals.js';
import type { Imports } from './source-code.js';

/** A column as facts of the catalog tell it. */
export interface ColumnFacts {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly collation: string | null;
  readonly isNotNull: boolean;
  readonly identity: Identity | null;
  readonly generated: string | null;
  readonly default: string | undefined;
  /** The sequence that is its own, and that it takes its default from. */
  readonly sequence: Fact | undefined;
  /** The enum that it has, or has a list of. */
  readonly enumConstant: string | undefined;
}

export interface Identity {
  readonly generation: string;
  readonly sequence: { readonly schema: string; readonly name: string };
  readonly options: Readonly<Record<string, string | boolean>>;
}

/** A column's builder. */
export interface ColumnCode {
  readonly text: string;
  /** Whether its sequence comes with it. */
  readonly isSerial: boolean;
}

const SIMPLE: Readonly<Record<string, string>> = {
  'double precision': 'doublePrecision',
  ...Object.fromEntries(
    [
      ...[
        'smallint',
        'integer',
        'real',
        'boolean',
        'text',
        'uuid',
        'date',
        'json',
        'jsonb',
        'inet',
      ],
      ...['cidr', 'macaddr', 'macaddr8', 'interval'],
    ].map((name) => [name, name]),
  ),
};

const NUMBERS = new Set(['smallint', 'integer', 'bigint', 'real', 'doublePrecision']);
const SERIALS: Readonly<Record<string, string>> = {
  smallint: 'smallserial',
  integer: 'serial',
  bigint: 'bigserial',
};
const LARGEST: Readonly<Record<string, string>> = {
  smallint: '32767',
  integer: '2147483647',
  bigint: '9223372036854775807',
};

interface Builder {
  readonly name: string;
  readonly options: readonly (readonly [string, string])[];
}

/** Writes a column with drizzle's builders; a type that drizzle does not know by `typed('…')`. */
export function columnCode(
  column: ColumnFacts,
  key: string,
  isPrimaryKey: boolean,
  { pg, from }: Pick<Imports, 'pg' | 'from'>,
): ColumnCode {
  const name = key === column.name ? [] : [stringLiteral(column.name)];
  const isArray = column.type.endsWith('[]');
  const base = isArray ? column.type.slice(0, -2) : column.type;
  const builder = column.collation === null ? builderOf(base) : undefined;
  const isSerial = builder !== undefined && !isArray && isSerialColumn(column);
  const calls: string[] = [];
  if (column.enumConstant !== undefined && column.collation === null) {
    calls.push(`${column.enumConstant}(${name.join('')})`);
    if (isArray) calls.push('array()');
  } else if (builder) {
    const options = builder.options.length > 0 ? [inline(builder.options)] : [];
    const called = isSerial ? SERIALS[builder.name]! : builder.name;
    calls.push(`${pg(called)}(${[...name, ...options].join(', ')})`);
    if (isArray) calls.push('array()');
  } else {
    const collation = column.collation === null ? '' : ` COLLATE ${column.collation}`;
    pg('customType');
    calls.push(`typed(${stringLiteral(column.type + collation)})(${name.join('')})`);
  }
  if (isPrimaryKey) calls.push('primaryKey()');
  else if (column.isNotNull && !isSerial && column.identity === null) calls.push('notNull()');
  if (column.identity) calls.push(identityCall(column, column.identity));
  const sql = (expression: string) => {
    from('drizzle-orm', 'sql');
    return sqlExpression(expression);
  };
  if (column.generated !== null) calls.push(`generatedAlwaysAs(${sql(column.generated)})`);
  if (column.default !== undefined && !isSerial) {
    const kind = column.enumConstant ? 'enum' : builder && !isArray ? builder.name : undefined;
    calls.push(defaultCall(column.default, isArray ? undefined : kind, base, sql));
  }
  return { text: calls.join('.'), isSerial };
}

function inline(entries: readonly (readonly [string, string])[]): string {
  return `{ ${entries.map(([key, value]) => `${key}: ${value}`).join(', ')} }`;
}

function builderOf(type: string): Builder | undefined {
  const simple = Object.hasOwn(SIMPLE, type) ? SIMPLE[type] : undefined;
  if (simple !== undefined) return { name: simple, options: [] };
  if (type === 'bigint') return { name: 'bigint', options: [['mode', "'number'"]] };
  if (type === 'numeric') return { name: 'numeric', options: [] };
  const numeric = /^numeric\((\d+),(\d+)\)$/.exec(type);
  if (numeric) {
    return {
      name: 'numeric',
      options: [
        ['precision', numeric[1]!],
        ['scale', numeric[2]!],
      ],
    };
  }
  const text = /^character( varying)?(?:\((\d+)\))?$/.exec(type);
  if (text && (text[1] !== undefined || text[2] !== undefined)) {
    const length = text[2] === undefined ? [] : [['length', text[2]] as const];
    return { name: text[1] === undefined ? 'char' : 'varchar', options: length };
  }
  const time = /^(timestamp|time)(?:\((\d)\))? with(out)? time zone$/.exec(type);
  if (time) {
    return {
      name: time[1]!,
      options: [
        ...(time[2] === undefined ? [] : [['precision', time[2]] as const]),
        ...(time[3] === undefined ? [['withTimezone', 'true'] as const] : []),
      ],
    };
  }
  return undefined;
}

/** Whether `serial` makes just this column and its sequence. */
function isSerialColumn({
  schema,
  table,
  name,
  type,
  isNotNull,
  sequence,
  ...column
}: ColumnFacts) {
  const id = sequence?.id;
  if (!isNotNull || id?.kind !== 'sequence' || !(type in SERIALS)) return false;
  const { dataType, start, increment, minValue, maxValue, cache, cycle } = sequence!.payload;
  return (
    id.schema === schema &&
    id.name === serialSequenceName(table, name) &&
    /^nextval\('(?:[^']|'')+'::regclass\)$/.test(column.default ?? '') &&
    dataType === type &&
    isUsual({ start, increment, minValue, maxValue, cache, cycle }, type)
  );
}

function isUsual(options: Readonly<Record<string, unknown>>, type: string): boolean {
  return Object.entries(unusual(options, type)).length === 0;
}

/** The options of a sequence that are not those it has by itself. */
function unusual(options: Readonly<Record<string, unknown>>, type: string) {
  const usual: Readonly<Record<string, unknown>> = {
    start: '1',
    increment: '1',
    minValue: '1',
    maxValue: LARGEST[type],
    cache: '1',
    cycle: false,
  };
  return Object.fromEntries(
    Object.entries(options).filter(
      ([key, value]) => Object.hasOwn(usual, key) && value !== usual[key],
    ),
  );
}

function identityCall({ table, name, type }: ColumnFacts, identity: Identity): string {
  const method =
    identity.generation === 'a' ? 'generatedAlwaysAsIdentity' : 'generatedByDefaultAsIdentity';
  const entries = Object.entries(unusual(identity.options, type)).map(
    ([key, value]) =>
      [
        key === 'start' ? 'startWith' : key,
        typeof value === 'string' ? numberOrText(value) : String(value),
      ] as const,
  );
  const { name: sequence } = identity.sequence;
  const named =
    sequence === serialSequenceName(table, name)
      ? entries
      : [['name', stringLiteral(sequence)] as const, ...entries];
  return `${method}(${named.length === 0 ? '' : inline(named)})`;
}

function numberOrText(value: string): string {
  return Number.isSafeInteger(Number(value)) ? value : stringLiteral(value);
}

/** What PostgreSQL calls a type in a cast. */
const CAST_TO: Readonly<Record<string, string>> = {
  text: 'text',
  varchar: 'character varying',
  char: 'bpchar',
};

function defaultCall(
  expression: string,
  builder: string | undefined,
  type: string,
  sql: (expression: string) => string,
): string {
  if (builder !== undefined) {
    if (NUMBERS.has(builder) && /^\d+(\.\d+)?$/.test(expression)) {
      if (String(Number(expression)) === expression) return `default(${expression})`;
    }
    if (builder === 'boolean' && /^(true|false)$/.test(expression)) return `default(${expression})`;
    if (/^(timestamp|date|time)$/.test(builder) && expression === 'now()') return 'defaultNow()';
    if (builder === 'uuid' && expression === 'gen_random_uuid()') return 'defaultRandom()';
    const text = /^'((?:[^'\\]|'')*)'::(.+)$/.exec(expression);
    if (text && text[2] === (builder === 'enum' ? type : CAST_TO[builder])) {
      return `default(${stringLiteral(text[1]!.replaceAll("''", "'"))})`;
    }
  }
  return `default(${sql(expression)})`;
}

/** The values of an enum. */
export function enumCode(
  constant: string,
  id: { readonly schema: string; readonly name: string },
  values: readonly string[],
  { pg }: Imports,
): string {
  const maker =
    id.schema === 'public' ? pg('pgEnum') : `${pg('pgSchema')}(${stringLiteral(id.schema)}).enum`;
  const list = arrayOf(values.map(stringLiteral));
  return `export const ${constant} = ${maker}(${stringLiteral(id.name)}, ${list});`;
}
