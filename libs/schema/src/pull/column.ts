import type { Fact } from '@supabase/pg-delta';

import { identityCall, isSerialColumn, NEXT, SERIALS } from './column-sequence.js';
import { builderOf } from './column-type.js';
import { arrayOf, inlineObject, sqlExpression, stringLiteral } from './literals.js';
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
  /** The domain that it has, or has a list of, where a builder makes it. */
  readonly domainConstant: string | undefined;
  /** The sequence that its default draws from, where a builder makes it. */
  readonly sequenceConstant: string | undefined;
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

const NUMBERS = new Set(['smallint', 'integer', 'bigint', 'real', 'doublePrecision']);
/** Writes a column with drizzle's builders; a type that drizzle does not know by `typed('…')`. */
export function columnCode(
  column: ColumnFacts,
  key: string,
  isPrimaryKey: boolean,
  { pg, from, use }: Pick<Imports, 'pg' | 'from' | 'use'>,
): ColumnCode {
  const name = key === column.name ? [] : [stringLiteral(column.name)];
  const isArray = column.type.endsWith('[]');
  const base = isArray ? column.type.slice(0, -2) : column.type;
  const builder = column.collation === null ? builderOf(base) : undefined;
  const isSerial = builder !== undefined && !isArray && isSerialColumn(column);
  const calls: string[] = [];
  if (column.enumConstant !== undefined && column.collation === null) {
    calls.push(`${use(column.enumConstant)}(${name.join('')})`);
    if (isArray) calls.push('array()');
  } else if (builder) {
    const options = builder.options.length > 0 ? [inlineObject(builder.options)] : [];
    const called = isSerial ? SERIALS[builder.name]! : builder.name;
    calls.push(`${pg(called)}(${[...name, ...options].join(', ')})`);
    if (isArray) calls.push('array()');
  } else if (column.domainConstant !== undefined && !isArray && column.collation === null) {
    calls.push(`${use(column.domainConstant)}.column(${name.join('')})`);
  } else {
    const collation = column.collation === null ? '' : ` COLLATE ${column.collation}`;
    calls.push(`${use('typed')}(${stringLiteral(column.type + collation)})(${name.join('')})`);
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
    calls.push(
      column.sequenceConstant !== undefined && NEXT.test(column.default)
        ? `default(${use(column.sequenceConstant)}.next())`
        : defaultCall(column.default, isArray ? undefined : kind, base, sql),
    );
  }
  return { text: calls.join('.'), isSerial };
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
