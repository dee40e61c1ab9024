import type { BuildColumns, BuildExtraConfigColumns } from 'drizzle-orm';
import type {
  PgColumn,
  PgTable,
  PgTableExtraConfigValue,
  PgTableWithColumns,
} from 'drizzle-orm/pg-core';

import type { SchemaConfig } from '../config/schema-config.js';
import type { Metadata } from '../metadata/metadata.js';
import type { PartitionBy } from '../objects/partition.js';
import type { serialKey } from '../plugins/keys.js';
import type { ColumnMap, Plugin, PRIMARY_KEY } from '../plugins/plugin.js';

/** Options of {@link table}. `C` are its own columns, `P` its plugins, `G` those of the config. */
export interface TableOptions<
  Name extends string,
  C extends ColumnMap,
  Schema extends string,
  P extends Plugin,
  G extends Plugin,
  Key extends string,
> {
  /** Schema of the table. Default: `public`. */
  readonly schema?: Schema;
  /** Where the table is registered. */
  readonly metadata: Metadata;
  /** Brings the extensions and their plugins. */
  readonly config?: SchemaConfig<G>;
  /** Plugins of this table; those of the extensions and of the config come before them. */
  readonly plugins?: readonly P[];
  /** Columns of a composite primary key, in its order. */
  readonly primaryKey?: readonly Key[];
  /** Name of the primary key's constraint. Default: the table's name and `_pkey`. */
  readonly primaryKeyName?: string;
  /** Divides the table into partitions by these columns, as in `{ range: ['day'] }`. The primary key has them, too. */
  readonly partitionBy?: PartitionBy<keyof TableColumns<C, P | G, Key> & string>;
  /** Indexes, unique and check constraints, foreign keys and policies, as drizzle builds them. */
  readonly constraints?: (
    columns: BuildExtraConfigColumns<Name, TableColumns<C, P | G, Key>, 'pg'>,
  ) => readonly PgTableExtraConfigValue[];
  /** Describes the table: a comment in the database, and in the REST server's OpenAPI. */
  readonly comment?: string;
  /** Describes columns, by key. */
  readonly columnComments?: Partial<
    Readonly<Record<keyof TableColumns<C, P | G, Key> & string, string>>
  >;
}

/** The table that a factory made. */
export interface DefinedTable<T extends PgTable = PgTable> {
  /** The drizzle table: for `references()`, queries and inferred row types. */
  readonly table: T;
  readonly name: string;
  readonly schema: string;
  readonly metadata: Metadata;
  readonly config: SchemaConfig | undefined;
  /** The primary key's columns, in its order. */
  readonly primaryKey: readonly PgColumn[];
  readonly primaryKeyName: string;
  /** What its rows are divided by: names of columns. */
  readonly partitionBy: PartitionBy | undefined;
  readonly comment: string | undefined;
  /** Comments of columns, by key. */
  readonly columnComments: Readonly<Record<string, string>>;
}

/** The drizzle table of the given columns and plugins. */
export type TableOf<
  Name extends string,
  C extends ColumnMap,
  Schema extends string,
  P extends Plugin,
  Key extends string,
> = PgTableWithColumns<{
  name: Name;
  schema: Schema;
  columns: BuildColumns<Name, TableColumns<C, P, Key>, 'pg'>;
  dialect: 'pg';
}>;

/** A table's own columns, those of its plugins, and the default key. */
export type TableColumns<C extends ColumnMap, P extends Plugin, Key extends string> = C &
  PluginColumns<P> &
  DefaultKey<C, P, Key>;

/** The columns that plugins of type `P` add; nothing for a plugin whose columns are not typed. */
export type PluginColumns<P extends Plugin> = Intersection<
  P extends Plugin<infer Columns> ? (string extends keyof Columns ? never : Columns) : never
>;

type Intersection<Union> = [Union] extends [never]
  ? unknown
  : (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
    ? All
    : never;

type DefaultKey<C extends ColumnMap, P extends Plugin, Key extends string> = [Key] extends [never]
  ? true extends HasKeyColumn<C> | ProducesKey<P>
    ? unknown
    : ReturnType<ReturnType<typeof serialKey<'id'>>['run']>
  : unknown;

type HasKeyColumn<C extends ColumnMap> = {
  [K in keyof C]: C[K]['_'] extends { isPrimaryKey: true } ? true : never;
}[keyof C];

type ProducesKey<P> = P extends { produces: readonly (infer K)[] }
  ? typeof PRIMARY_KEY extends K
    ? string extends K
      ? never
      : true
    : never
  : never;
