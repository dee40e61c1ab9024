import { getTableConfig } from 'drizzle-orm/pg-core';

import type { DefinedTable } from './types.js';

/** Whether no two rows of a table share the values of exactly these columns, by their names in the database. */
export function isUniqueKey(table: DefinedTable, columns: readonly string[]): boolean {
  return uniqueKeys(table).some((key) => isSame(key, columns));
}

function uniqueKeys({ table, primaryKey }: DefinedTable): readonly (readonly string[])[] {
  const { columns, uniqueConstraints, indexes } = getTableConfig(table);
  return [
    primaryKey.map(({ name }) => name),
    ...columns.filter(({ isUnique }) => isUnique).map(({ name }) => [name]),
    ...uniqueConstraints.map((constraint) => constraint.columns.map(({ name }) => name)),
    ...indexes.flatMap(({ config }) => {
      if (!config.unique || config.where) return [];
      return [config.columns.map((column) => ('name' in column ? String(column.name) : ''))];
    }),
  ];
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && new Set([...one, ...other]).size === one.length;
}
