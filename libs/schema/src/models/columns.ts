import { docstring, literal, symbol } from '@rowhouse/python';
import { is, SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { renderExpression } from '../sql/expression.js';
import { columnDefault, generationExpression } from '../table/column-ddl.js';
import type { Constraints } from './constraints.js';
import type { EnumClasses } from './enums.js';
import type { Model, TableModel } from './model.js';
import { any, pythonType, sqlalchemy } from './python-type.js';
import { serverDefault, sqlText } from './sql-text.js';

export const mapped = symbol('sqlalchemy.orm', 'Mapped');
const mappedColumn = symbol('sqlalchemy.orm', 'mapped_column');

/** The attribute of a table's column. */
export function columnLines(
  column: PgColumn,
  model: TableModel,
  constraints: Constraints,
  enums: EnumClasses,
  comment: string | undefined,
): string[] {
  const isKey = model.primaryKey.includes(column);
  const line = attribute(column.name, model, column, enums, {
    nullable: !column.notNull && !isKey,
    isKey,
    positional: [
      ...(constraints.foreignKeys.has(column.name)
        ? [constraints.foreignKeys.get(column.name)!]
        : []),
      ...generation(column, isKey),
    ],
    named: [
      ...autoincrement(column, model, constraints),
      ...(constraints.unique.has(column.name) ? ['unique=True'] : []),
      ...(constraints.indexed.has(column.name) ? ['index=True'] : []),
      ...defaults(column),
    ],
  });
  return comment === undefined ? [line] : [line, `    ${docstring(comment, 4)}`];
}

interface Parts {
  readonly nullable: boolean;
  readonly isKey: boolean;
  readonly positional?: readonly string[];
  readonly named?: readonly string[];
}

/** @param column `undefined` for an expression of a view. */
export function attribute(
  name: string,
  { attributes }: Model,
  column: PgColumn | undefined,
  enums: EnumClasses,
  { nullable, isKey, positional = [], named = [] }: Parts,
): string {
  const attributeName = attributes.get(name)!;
  const { annotation, type, implied } = pythonType(column, enums);
  const parts = [
    ...(attributeName === name ? [] : [literal(name)]),
    ...(implied ? [] : [type]),
    ...positional,
    ...(isKey ? ['primary_key=True'] : []),
    // `Any` says nothing of NULL.
    ...(annotation === String(any) && !isKey ? [`nullable=${nullable ? 'True' : 'False'}`] : []),
    ...named,
  ];
  const optional = nullable && annotation !== String(any) ? ' | None' : '';
  const value = parts.length > 0 ? ` = ${mappedColumn}(${parts.join(', ')})` : '';
  return `    ${attributeName}: ${mapped}[${annotation}${optional}]${value}`;
}

/** What makes the values of a column that the database fills. */
function generation(column: PgColumn, isKey: boolean): string[] {
  if (column.generated) {
    const expression = sqlText(generationExpression(column));
    return [`${sqlalchemy('Computed')}(${expression}, persisted=True)`];
  }
  if (column.generatedIdentity) return [identity(column.generatedIdentity)];
  // SQLAlchemy makes serials of keys alone.
  return isSerial(column) && !isKey ? [`${sqlalchemy('Identity')}()`] : [];
}

function identity({
  type,
  sequenceOptions = {},
}: NonNullable<PgColumn['generatedIdentity']>): string {
  const { startWith, increment, minValue, maxValue, cache, cycle } = sequenceOptions;
  const options = [
    ...(type === 'always' ? ['always=True'] : []),
    ...Object.entries({
      start: startWith,
      increment,
      minvalue: minValue,
      maxvalue: maxValue,
      cache,
    }).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${BigInt(value)}`])),
    ...(cycle ? ['cycle=True'] : []),
  ];
  return `${sqlalchemy('Identity')}(${options.join(', ')})`;
}

function isSerial(column: PgColumn): boolean {
  return column.getSQLType().endsWith('serial');
}

/** SQLAlchemy makes a serial of a key that is a single integer, unless something else fills it. */
function autoincrement(
  column: PgColumn,
  { primaryKey }: TableModel,
  { foreignKeys }: Constraints,
): string[] {
  if (!primaryKey.includes(column)) return [];
  const isAuto = primaryKey.length === 1 && !foreignKeys.has(column.name);
  if (isSerial(column)) return isAuto ? [] : ['autoincrement=True'];
  const isInteger = /^(?:small|big)?int/.test(column.getSQLType());
  const isFilled = column.generatedIdentity !== undefined || columnDefault(column) !== undefined;
  return isInteger && isAuto && !isFilled ? ['autoincrement=False'] : [];
}

function defaults(column: PgColumn): string[] {
  if (column.generated || column.generatedIdentity) return [];
  const value = columnDefault(column);
  const update = onUpdate(column);
  return [
    ...(value === undefined ? [] : [`server_default=${serverDefault(value)}`]),
    ...(update === undefined ? [] : [`onupdate=${update}`]),
  ];
}

/** What `$onUpdate()` gives, where that is SQL. */
function onUpdate({ onUpdateFn }: PgColumn): string | undefined {
  const value: unknown = onUpdateFn?.();
  if (!is(value, SQL)) return undefined;
  const sql = renderExpression(value, { columns: 'bare' });
  return serverDefault(sql);
}
