import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import { similarName } from '../sql/similar-name.js';

/** Says that `key` is no column of the table, and which one may be meant. */
export function unknownColumn(option: string, key: string, table: PgTable, place: string): string {
  const columns = getTableColumns(table);
  const keys = Object.keys(columns);
  const meant =
    keys.find((candidate) => columns[candidate]!.name === key) ?? similarName(key, keys);
  const hint =
    meant === undefined
      ? ` It has: ${keys.map((candidate) => `"${candidate}"`).join(', ')}.`
      : ` Did you mean "${meant}"?`;
  return `${place}: ${option} names ${JSON.stringify(key)}, which is no column of the table.${hint}`;
}
