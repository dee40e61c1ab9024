import { Column, getTableName, is, Table } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';

import type { ViewShape, ViewShapeColumn } from '../metadata/shape.js';
import { keepsRows, sourcesOf, type ViewField, type ViewQuery } from './select.js';

/** What a view of `query` shows, for models of it. */
export function viewShape(
  query: ViewQuery,
  fields: readonly ViewField[],
  comment: string | undefined,
  subject: string,
): ViewShape {
  const { first, outer } = sourcesOf(query, subject);
  const columns = fields.map(({ name, field }): ViewShapeColumn => {
    const column = is(field, Column) ? (field as PgColumn) : undefined;
    const nullable = !column?.notNull || outer.has(getTableName(column.table));
    return { name, column, nullable };
  });
  const key = keepsRows(query, subject) && is(first, Table) ? keyOf(first as PgTable) : [];
  const shown = key.map((part) => {
    const isPart = ({ column }: ViewShapeColumn) => column?.name === part && column.table === first;
    return columns.find(isPart)?.name;
  });
  const isShown = shown.every((name) => name !== undefined);
  return { columns, key: isShown ? shown : [], comment };
}

/** The columns of a table's primary key; none for a view, whose key is not known. */
function keyOf(table: PgTable): readonly string[] {
  const { columns, primaryKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  return key.map(({ name }) => name);
}
