import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';

import type { SchemaObject } from '../metadata/definitions.js';
import type { TableShape, ViewShape } from '../metadata/shape.js';
import type { QualifiedName } from '../sql/identifier.js';
import { attributeName, className, takeName, variableName } from './names.js';

/** What becomes a class, with the names that it has in Python. */
export interface Model extends QualifiedName {
  readonly className: string;
  /** Attributes, by column. */
  readonly attributes: ReadonlyMap<string, string>;
  /** All attributes of the class. */
  readonly taken: Set<string>;
}

/** A table's class. */
export interface TableModel extends Model, TableShape {
  readonly config: ReturnType<typeof getTableConfig>;
}

/** A view's class. */
export interface ViewModel extends Model, ViewShape {}

/** A view whose rows nothing tells apart. */
export interface CoreView extends ViewShape, QualifiedName {
  readonly variable: string;
}

export interface Models {
  readonly tables: readonly TableModel[];
  readonly views: readonly ViewModel[];
  readonly coreViews: readonly CoreView[];
}

/**
 * Gives tables and views their names in Python, in the order in which they were registered; tables
 * choose first.
 *
 * @param taken Names of the module, to which theirs are added.
 */
export function nameModels(objects: readonly SchemaObject[], taken: Set<string>): Models {
  const classOf = ({ schema, name }: QualifiedName) => {
    const wanted = className(name);
    return takeName(taken, wanted, `${className(schema)}${wanted}`);
  };
  const tables = objects.flatMap(({ table, schema, name }) => {
    if (!table) return [];
    const config = getTableConfig(table.table);
    const columns = config.columns.map((column) => column.name);
    const { primaryKey, primaryKeyName, comment, columnComments } = table;
    const shape = { table: table.table, primaryKey, primaryKeyName, comment, columnComments };
    return [{ schema, name, ...shape, config, ...modelOf(classOf({ schema, name }), columns) }];
  });
  const shown = objects.flatMap(({ view, schema, name }) =>
    view ? [{ schema, name, ...view() }] : [],
  );
  const views = shown
    .filter(({ key }) => key.length > 0)
    .map((view) => {
      const columns = view.columns.map(({ name }) => name);
      return { ...view, ...modelOf(classOf(view), columns) };
    });
  const coreViews = shown
    .filter(({ key }) => key.length === 0)
    .map((view) => {
      const wanted = variableName(view.name);
      const variable = takeName(taken, wanted, `${variableName(view.schema)}_${wanted}`);
      return { ...view, variable };
    });
  return { tables, views, coreViews };
}

function modelOf(name: string, columns: readonly string[]) {
  const taken = new Set<string>();
  const attributes = new Map(
    columns.map((column) => [column, takeName(taken, attributeName(column))]),
  );
  return { className: name, attributes, taken };
}

/** The comments of a table's columns, by name. */
export function commentsOf({ table, columnComments }: TableShape): ReadonlyMap<string, string> {
  const columns: Record<string, PgColumn> = getTableColumns(table as PgTable);
  return new Map(Object.entries(columnComments).map(([key, text]) => [columns[key]!.name, text]));
}
