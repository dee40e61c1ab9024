import { is } from 'drizzle-orm';
import { PgColumn, PgColumnBuilder } from 'drizzle-orm/pg-core';

import { SchemaValidationError } from '../errors.js';

/** A column's references as drizzle keeps them until it builds the column. */
interface References {
  readonly foreignKeyConfigs: readonly { readonly ref: () => unknown }[];
}

/**
 * Sees that columns are what drizzle's functions make: `schema.config.ts` runs without its types
 * being checked.
 *
 * @throws {SchemaValidationError} naming each column that is something else.
 */
export function requireColumns(place: string, columns: Readonly<Record<string, unknown>>): void {
  const problems = Object.entries(columns).flatMap(([key, value]) => {
    if (is(value, PgColumnBuilder)) return [];
    const fix =
      typeof value === 'function' ? 'Call it' : 'Make it with a function of drizzle-orm/pg-core';
    return [
      `${place}: column "${key}" is ${found(value)}, where a column's definition is expected. ${fix}, as in ${key}: text().`,
    ];
  });
  if (problems.length > 0) throw new SchemaValidationError(problems);
}

/**
 * Sees that what columns refer to are columns.
 *
 * @throws {SchemaValidationError} naming each column that refers to something else.
 */
export function requireReferences(place: string, columns: Readonly<Record<string, unknown>>): void {
  const problems = Object.entries(columns).flatMap(([key, builder]) =>
    (builder as References).foreignKeyConfigs.flatMap(({ ref }) => {
      const target = ref();
      if (is(target, PgColumn)) return [];
      return [
        `${place}: column "${key}" references ${found(target)}, where a column is expected. What table() returns has its columns under .table, as in .references(() => authors.table.id).`,
      ];
    }),
  );
  if (problems.length > 0) throw new SchemaValidationError(problems);
}

function found(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
