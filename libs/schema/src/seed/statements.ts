import { is, SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { RowId, Seed } from '../metadata/seed.js';
import { renderExpression } from '../sql/expression.js';
import { quoteIdentifier, quoteQualified } from '../sql/identifier.js';
import { isMissing } from '../sql/presence.js';

/** SQL with its parameters. */
export interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Writes rows that give the same columns. It returns a row for each that was inserted or changed, with `inserted`: a row
 * that is there already, with the same values, is left alone.
 */
export function upsertStatement(
  seed: Seed,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Query {
  const values: unknown[] = [];
  const tuples = rows.map(
    (row) =>
      `(${columns.map((key) => valueOf(columnOf(seed.table, key), row[key], values)).join(', ')})`,
  );
  const nameOf = (key: string) => quoteIdentifier(columnOf(seed.table, key).name);
  const changed = columns.filter((key) => !seed.key.includes(key)).map(nameOf);
  // As text, for not all types can be compared.
  const differs = changed.map((name) => `t.${name}::text IS DISTINCT FROM excluded.${name}::text`);
  const action =
    seed.existing === 'keep' || changed.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${changed.map((name) => `${name} = excluded.${name}`).join(', ')} WHERE ${differs.join(' OR ')}`;
  return {
    text: [
      `INSERT INTO ${quoteQualified(seed)} AS t (${columns.map(nameOf).join(', ')})`,
      `VALUES ${tuples.join(', ')}`,
      `ON CONFLICT (${seed.key.map(nameOf).join(', ')}) DO ${action}`,
      'RETURNING xmax = 0 AS inserted',
    ].join('\n'),
    values,
  };
}

/** Finds the key of a row; two at most are returned. */
export function findStatement({ table, column, where }: RowId): Query {
  const values: unknown[] = [];
  const conditions = Object.entries(where)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const known = columnOf(table.table, key);
      const name = quoteIdentifier(known.name);
      return value === null ? isMissing(name) : `${name} = ${valueOf(known, value, values)}`;
    });
  return {
    text: `SELECT ${quoteIdentifier(column)}::text AS id FROM ${quoteQualified(table)} WHERE ${conditions.join(' AND ')} LIMIT 2`,
    values,
  };
}

/** Moves the sequence of a column behind the values that its rows have. */
export function advanceStatement(seed: Seed, key: string): Query {
  const name = quoteIdentifier(columnOf(seed.table, key).name);
  return {
    text: `SELECT setval($1::regclass, max) FROM (SELECT max(${name}) FROM ${quoteQualified(seed)}) AS rows
           WHERE max > coalesce(pg_sequence_last_value($1::regclass), 0)`,
    values: [],
  };
}

export function columnOf(table: PgTable, key: string): PgColumn {
  return (table as PgTable & Record<string, PgColumn>)[key]!;
}

/** Text of a value, which becomes a parameter unless it is SQL. */
function valueOf(column: PgColumn, value: unknown, values: unknown[]): string {
  if (is(value, SQL)) return `(${renderExpression(value)})`;
  return `$${values.push(value === null ? null : column.mapToDriverValue(value))}`;
}
