import type { PgTable } from 'drizzle-orm/pg-core';

import type { QualifiedName } from '../sql/identifier.js';

/** The key of a row that is found when the seeds are written: see `idOf`. */
export class RowId {
  constructor(
    readonly table: QualifiedName & { readonly table: PgTable },
    /** Name of the column that is the table's primary key. */
    readonly column: string,
    /** Values of the row, by the keys of their columns. */
    readonly where: Readonly<Record<string, unknown>>,
  ) {}
}

/** Rows that a table is to have. */
export interface Seed extends QualifiedName {
  readonly table: PgTable;
  /** Values by the keys of their columns; a value may also be SQL, or a {@link RowId}. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Keys of the columns that tell rows apart. */
  readonly key: readonly string[];
  /** What becomes of a row that is there already. */
  readonly existing: 'update' | 'keep';
}
