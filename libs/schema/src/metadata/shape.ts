import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A table as drizzle knows it: what models are made of. */
export interface TableShape {
  readonly table: PgTable;
  /** The primary key's columns, in its order. */
  readonly primaryKey: readonly PgColumn[];
  readonly primaryKeyName: string;
  readonly comment: string | undefined;
  /** Comments of columns, by key. */
  readonly columnComments: Readonly<Record<string, string>>;
}

/** What a view shows, in its order. */
export interface ViewShape {
  readonly columns: readonly ViewShapeColumn[];
  /** Names of the columns that tell its rows apart: the key of its table; empty where that is not shown. */
  readonly key: readonly string[];
  readonly comment: string | undefined;
}

export interface ViewShapeColumn {
  readonly name: string;
  /** The column that it shows as it is; `undefined` for an expression. */
  readonly column: PgColumn | undefined;
  /** Whether it may be NULL in the view. */
  readonly nullable: boolean;
}
