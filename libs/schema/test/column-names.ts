import type { DefinedTable } from '@rowhouse/schema';
import { getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The names of a table's columns, in its order. */
export function columnNames({ table }: DefinedTable): readonly string[] {
  return Object.values(getTableColumns(table) as Record<string, PgColumn>).map(({ name }) => name);
}
