import { getTableConfig } from 'drizzle-orm/pg-core';

import { readableName } from '../sql/identifier.js';
import type { DefinedTable } from './types.js';

/** Whether no two rows of a table share the values of exactly these columns, by their names in the database. */
export function isUniqueKey(table: DefinedTable, columns: readonly string[]): boolean {
  return uniqueKeys(table).some((key) => isSame(key, columns));
}

/** What is wrong with columns that are no key of a table, and how to mend it. `table` is how the message calls it. */
export function notUnique(table: string, columns: readonly string[]) {
  return {
    message: `neither the primary key nor a unique constraint of ${table} has exactly these columns: ${columns.map(readableName).join(', ') || 'none'}`,
    fix: 'Use the columns of a key, or add a unique constraint on these.',
  };
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
