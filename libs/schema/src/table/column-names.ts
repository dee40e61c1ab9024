import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Says that `key` is no column of the table, and which one may be meant. */
export function unknownColumn(option: string, key: string, table: PgTable, place: string): string {
  const columns = getTableColumns(table);
  const keys = Object.keys(columns);
  const meant =
    keys.find((candidate) => columns[candidate]!.name === key) ??
    keys.find((candidate) => distance(candidate.toLowerCase(), key.toLowerCase()) <= 2);
  const hint =
    meant === undefined
      ? ` It has: ${keys.map((candidate) => `"${candidate}"`).join(', ')}.`
      : ` Did you mean "${meant}"?`;
  return `${place}: ${option} names ${JSON.stringify(key)}, which is no column of the table.${hint}`;
}

/** Levenshtein distance; names are short. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + cost));
    }
    row = next;
  }
  return row[b.length]!;
}
