import { is, SQL } from 'drizzle-orm';
import type { PgArray, PgColumn, PgEnumColumn, PgSequenceOptions } from 'drizzle-orm/pg-core';

import { renderExpression } from '../sql/expression.js';
import { quoteIdentifier, quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { sqlLiteral } from '../sql/literal.js';

/** An enum type that a column has. */
export interface EnumType extends QualifiedName {
  readonly values: readonly string[];
}

/** One column as it stands in `CREATE TABLE`. */
export function columnDefinition(column: PgColumn): string {
  const parts = [quoteIdentifier(column.name), columnType(column)];
  if (column.generated) {
    parts.push(`GENERATED ALWAYS AS (${generationExpression(column)}) STORED`);
  } else if (column.generatedIdentity) {
    const { type, sequenceName, sequenceOptions } = column.generatedIdentity;
    const options = identityOptions(sequenceName, sequenceOptions);
    parts.push(`GENERATED ${type === 'always' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY${options}`);
  } else {
    const value = columnDefault(column);
    if (value !== undefined) parts.push(`DEFAULT ${value}`);
  }
  if (column.notNull) parts.push('NOT NULL');
  return parts.join(' ');
}

/** The type of a column; drizzle writes enum types without quotes and without their schema. */
export function columnType(column: PgColumn): string {
  if (isArray(column)) {
    const size = typeof column.size === 'number' ? String(column.size) : '';
    return `${columnType(column.baseColumn as PgColumn)}[${size}]`;
  }
  const enumType = enumOf(column);
  return enumType ? quoteQualified(enumType) : column.getSQLType();
}

/** The enum type of a column or of its elements. */
export function enumOf(column: PgColumn): EnumType | undefined {
  if (isArray(column)) return enumOf(column.baseColumn as PgColumn);
  if (!isEnum(column)) return undefined;
  const { schema = 'public', enumName: name, enumValues: values } = column.enum;
  return { schema, name, values };
}

// By drizzle's name for the class of a column: its `is` compares every base class, which took 8 % of the time of
// defining 500 tables and views.
function isArray(column: PgColumn): column is InstanceType<typeof PgArray> {
  return column.columnType === 'PgArray';
}

function isEnum(column: PgColumn): column is InstanceType<typeof PgEnumColumn> {
  return column.columnType === 'PgEnumColumn' || column.columnType === 'PgEnumObjectColumn';
}

/** The SQL of the default that the database knows; `undefined` for none. */
export function columnDefault(column: PgColumn): string | undefined {
  if (column.default === undefined || column.default === null) return undefined;
  if (is(column.default, SQL)) return renderExpression(column.default, { columns: 'bare' });
  return sqlLiteral(column.mapToDriverValue(column.default));
}

/** The SQL that a generated column is computed by. */
export function generationExpression(column: PgColumn): string {
  const { as } = column.generated!;
  const expression: unknown = typeof as === 'function' ? (as as () => SQL)() : as;
  return is(expression, SQL)
    ? renderExpression(expression, { columns: 'bare' })
    : sqlLiteral(expression);
}

function identityOptions(name: string | undefined, options: PgSequenceOptions = {}): string {
  const { increment, minValue, maxValue, startWith, cache, cycle } = options;
  const clauses: string[] = [];
  if (name !== undefined) clauses.push(`SEQUENCE NAME ${quoteIdentifier(name)}`);
  const number = (clause: string, value: string | number | undefined) => {
    if (value !== undefined) clauses.push(`${clause} ${BigInt(value)}`);
  };
  number('INCREMENT BY', increment);
  number('MINVALUE', minValue);
  number('MAXVALUE', maxValue);
  number('START WITH', startWith);
  number('CACHE', cache);
  if (cycle) clauses.push('CYCLE');
  return clauses.length > 0 ? ` (${clauses.join(' ')})` : '';
}
