import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { nearest, text } from '@rowhouse/errors';
import type { Problem } from '../errors/errors.js';

/** Says that `key` is no column of the table, and which one may be meant. */
export function unknownColumn(
  path: readonly (string | number)[],
  key: string,
  table: PgTable,
): Problem {
  const columns = getTableColumns(table);
  const keys = Object.keys(columns);
  const meant = keys.find((candidate) => columns[candidate]!.name === key) ?? nearest(key, keys);
  return {
    code: 'unknown-column',
    path,
    found: key,
    expected: ['a column of the table'],
    fix: meant === undefined ? text`It has ${keys}.` : text`Did you mean ${meant}?`,
  };
}
