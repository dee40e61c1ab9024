import type {
  PgColumn,
  PgColumnBuilderBase,
  PgTable,
  PgTableExtraConfigValue,
} from 'drizzle-orm/pg-core';

import type { Metadata } from '../metadata/metadata.js';

/** Columns by key, as drizzle builds them. */
export type ColumnMap = Record<string, PgColumnBuilderBase>;

/** The key that a plugin produces when it adds the primary key: then no serial `id` is added. */
export const PRIMARY_KEY = 'primaryKey';

/** What a plugin sees of the table factory it runs in. */
export interface PluginContext {
  /** Name of the table. */
  readonly name: string;
  /** Schema of the table. */
  readonly schema: string;
  readonly metadata: Metadata;
  /** The columns so far: the factory's own and those of the plugins that ran before. */
  readonly columns: Readonly<ColumnMap>;
  /** Stores the value of a key that the plugin declares in `produces`. */
  provide(key: string, value: unknown): void;
  /** The value of a key that the plugin declares in `requires`. */
  get(key: string): unknown;
  /** Adds indexes and constraints, which `make` builds of the table's columns. */
  constraints(make: (self: Readonly<Record<string, PgColumn>>) => PgTableExtraConfigValue[]): void;
  /** Runs `action` once the table is registered: the place to add triggers and tables beside it. */
  onTable(action: (table: PgTable) => void): void;
}

/**
 * One behaviour of a table: columns it adds, values it hands to other plugins, objects beside the table.
 *
 * @typeParam Columns The columns it adds; the table's type has them too.
 */
export interface Plugin<Columns extends ColumnMap = ColumnMap> {
  /** For error messages. */
  readonly name: string;
  /** Keys it provides for other plugins; at most one plugin of a table may produce a key. */
  readonly produces?: readonly string[];
  /** Keys that must have been provided before it runs. */
  readonly requires?: readonly string[];
  /** Returns the columns to add to the table; `{}` for none. */
  run(context: PluginContext): Columns;
}
