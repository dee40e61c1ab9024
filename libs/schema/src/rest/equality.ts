import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Metadata } from '../metadata/metadata.js';

/** Types of which equal values are stored alike; strings have the collation of the database. */
const PLAINLY_EQUAL =
  /^(small|big)?(int|integer|serial)$|^(boolean|uuid|date|text)$|^(varchar|char|timestamp)\b/;

/** Whether equal values of a column are stored alike, and PostgreSQL itself compares them. */
export function isPlainlyEqual(column: PgColumn): boolean {
  return PLAINLY_EQUAL.test(column.getSQLType());
}

/**
 * The search path of a function that compares values of these columns. The `=` of a citext or an ltree
 * is in the schema of its extension: without it, a citext is compared as text, and an ltree not at all.
 */
export function pathToEquality(
  metadata: Metadata,
  columns: readonly PgColumn[],
): readonly string[] {
  if (columns.every(isPlainlyEqual)) return [];
  return [...new Set(metadata.pgExtensions().map(({ schema }) => schema))];
}
