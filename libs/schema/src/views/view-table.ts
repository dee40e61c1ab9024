import {
  Column,
  getTableColumns,
  is,
  SQL,
  type ColumnBaseConfig,
  type ColumnDataType,
  type DriverValueDecoder,
} from 'drizzle-orm';
import type { ChangeColumnTableName } from 'drizzle-orm/column-builder';
import {
  customType,
  PgSchema,
  PgView,
  type PgColumn,
  type PgTable,
  type PgViewWithSelection,
} from 'drizzle-orm/pg-core';
import type { ColumnsSelection } from 'drizzle-orm/sql/sql';

import type { QualifiedName } from '../sql/identifier.js';
import type { SelectField, ViewField } from './select.js';

/** A view that drizzle queries can select from and join, with the columns of its select. */
export type ViewTable<
  Name extends string,
  Fields extends ColumnsSelection,
  Selection,
> = PgViewWithSelection<Name, true, ViewColumns<Name, Fields, Selection>>;

/** A select's fields as columns of the view `Name`; see {@link ViewQuery} for the parameters. */
export type ViewColumns<Name extends string, Fields extends ColumnsSelection, Selection> = {
  [Key in keyof Selection & keyof Fields & string]: Selection[Key] extends
    SQL<infer Data> | SQL.Aliased<infer Data>
    ? PgColumn<ExpressionColumn<Name, Key, Data>>
    : Fields[Key] extends PgColumn
      ? ChangeColumnTableName<Fields[Key], Name, 'pg'>
      : never;
};

interface ExpressionColumn<Name extends string, Key extends string, Data> extends ColumnBaseConfig<
  ColumnDataType,
  string
> {
  name: Key;
  tableName: Name;
  dataType: 'custom';
  columnType: 'PgCustomColumn';
  data: Data;
  driverParam: unknown;
  notNull: false;
}

/** Makes the drizzle object of a view, so that other queries can use it. */
export function viewTable({ schema, name }: QualifiedName, fields: readonly ViewField[]): PgView {
  // Expressions have no column to copy: the owner gets one of an unknown type for each.
  const expressions = fields.filter(({ field }) => !is(field, Column));
  const owner = new PgSchema(schema).table(
    name,
    Object.fromEntries(expressions.map((one) => [one.key, expressionType(one.field)(one.name)])),
  );
  const own: Record<string, PgColumn> = getTableColumns(owner);
  const columns = Object.fromEntries(
    fields.map(({ key, name: column, field }) => [
      key,
      is(field, Column) ? copyColumn(field as PgColumn, column, owner) : own[key]!,
    ]),
  );
  const view = new PgView({
    pgConfig: undefined,
    config: { name, schema, selectedFields: columns, query: undefined },
  });
  return Object.assign(view, columns);
}

/** The same type and decoding under another name and table. */
function copyColumn(column: PgColumn, name: string, owner: PgTable): PgColumn {
  const copy = Object.create(Object.getPrototypeOf(column) as object) as PgColumn;
  return Object.assign(copy, column, { name, table: owner, primary: false, keyAsName: false });
}

/** A column type that decodes what the driver gives as the expression does. */
function expressionType(field: SelectField) {
  const expression = is(field, SQL.Aliased) ? field.sql : field;
  const { decoder } = expression as { decoder?: DriverValueDecoder<unknown, unknown> };
  return customType<{ data: unknown }>({
    dataType: () => 'unknown',
    fromDriver: (value) => (decoder ? decoder.mapFromDriverValue(value) : value),
  });
}
