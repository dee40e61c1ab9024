import { Column, is } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { columnDefault } from '../table/column-ddl.js';
import type { DefinedTable } from '../table/types.js';
import type { ViewField } from '../views/select.js';

/** A column of a REST view. */
export interface RestColumn {
  readonly name: string;
  /** The source table's column that it shows as it is; `undefined` for a joined or computed one. */
  readonly source: PgColumn | undefined;
  /** Whether a write through the view reaches `source`. */
  readonly writable: boolean;
}

/**
 * Tells a view's columns apart: those of the source table can be written, save the ones that only
 * PostgreSQL fills. A source column shown twice is written through the first.
 */
export function restColumns(
  fields: readonly ViewField[],
  source: DefinedTable,
): readonly RestColumn[] {
  const seen = new Set<PgColumn>();
  return fields.map(({ name, field }) => {
    const column =
      is(field, Column) && field.table === source.table ? (field as PgColumn) : undefined;
    const first = column !== undefined && !seen.has(column);
    if (column) seen.add(column);
    return { name, source: column, writable: first && !isAlwaysGenerated(column) };
  });
}

/** Whether PostgreSQL refuses a value for the column. */
function isAlwaysGenerated(column: PgColumn): boolean {
  return column.generated !== undefined || column.generatedIdentity?.type === 'always';
}

/** Whether a row needs a value for the column, and PostgreSQL has none. */
export function isRequired(column: PgColumn): boolean {
  return (
    column.notNull &&
    !hasOwnSequence(column) &&
    !isAlwaysGenerated(column) &&
    columnDefault(column) === undefined
  );
}

/** Whether the column takes its value from its own sequence. */
export function hasOwnSequence(column: PgColumn): boolean {
  return column.getSQLType().endsWith('serial') || column.generatedIdentity !== undefined;
}

/**
 * The default that the view takes over from the column. Not one that draws from a sequence: the
 * trigger does that, so that the writer needs no right on the sequence.
 */
export function viewDefault({ source, writable }: RestColumn): string | undefined {
  if (!source || !writable || hasOwnSequence(source)) return undefined;
  const value = columnDefault(source);
  return value === undefined || drawsFromSequence(value) ? undefined : value;
}

/** The default that the trigger has to take, for the same reason. */
export function triggerDefault({ source, writable }: RestColumn): string | undefined {
  if (!source || !writable || hasOwnSequence(source)) return undefined;
  const value = columnDefault(source);
  return value !== undefined && drawsFromSequence(value) ? value : undefined;
}

function drawsFromSequence(expression: string): boolean {
  return /\bnextval\s*\(/i.test(expression);
}
