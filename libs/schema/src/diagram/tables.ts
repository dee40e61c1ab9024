import { getTableConfig, type ForeignKey, type PgColumn } from 'drizzle-orm/pg-core';

import type { Metadata } from '../metadata/metadata.js';
import type { TableShape } from '../metadata/shape.js';
import type { QualifiedName } from '../sql/identifier.js';
import { columnType } from '../table/column-ddl.js';

/** What a diagram shows of some tables. */
export interface Drawing {
  readonly tables: readonly DrawnTable[];
  readonly references: readonly Reference[];
}

export interface DrawnTable {
  /** With its schema, unless that is `public`. */
  readonly name: string;
  readonly columns: readonly DrawnColumn[];
}

export interface DrawnColumn {
  readonly name: string;
  /** In PostgreSQL's short form, without sizes. */
  readonly type: string;
  readonly keys: readonly ('PK' | 'FK' | 'UK')[];
  readonly nullable: boolean;
}

/** A foreign key. */
export interface Reference {
  /** The table that has it. */
  readonly from: string;
  readonly columns: readonly string[];
  /** The table that it refers to. */
  readonly to: string;
  /** Whether a row may refer to none. */
  readonly optional: boolean;
  /** Whether several rows may refer to one. */
  readonly many: boolean;
}

interface Table extends QualifiedName, TableShape {
  readonly config: ReturnType<typeof getTableConfig>;
}

/** The tables of `metadata` and their foreign keys. */
export function drawingOf(metadata: Metadata): Drawing {
  const tables = metadata.objects().flatMap(({ table, schema, name }): Table[] => {
    if (!table) return [];
    return [{ schema, name, ...table, config: getTableConfig(table.table) }];
  });
  return {
    tables: tables.map((table) => ({
      name: fullName(table),
      columns: table.config.columns.map((column) => ({
        name: column.name,
        type: shortType(column),
        keys: keysOf(table, column),
        nullable: !column.notNull && !table.primaryKey.includes(column),
      })),
    })),
    references: tables.flatMap((table) =>
      table.config.foreignKeys.map((key) => reference(table, key)),
    ),
  };
}

function fullName({ schema, name }: QualifiedName): string {
  return schema === 'public' ? name : `${schema}.${name}`;
}

function keysOf({ primaryKey, config }: Table, column: PgColumn): DrawnColumn['keys'] {
  const refers = config.foreignKeys.some((key) =>
    key.reference().columns.some(({ name }) => name === column.name),
  );
  return [
    ...(primaryKey.includes(column) ? (['PK'] as const) : []),
    ...(refers ? (['FK'] as const) : []),
    ...(isUnique(config, [column.name]) ? (['UK'] as const) : []),
  ];
}

function reference(table: Table, key: ForeignKey): Reference {
  const { columns, foreignTable } = key.reference();
  const { name, schema = 'public' } = getTableConfig(foreignTable);
  const names = columns.map((column) => column.name);
  const isKey = table.primaryKey.every((column) => names.includes(column.name));
  return {
    from: fullName(table),
    columns: names,
    to: fullName({ schema, name }),
    optional: !columns.every((column) => column.notNull),
    many: !isKey && !isUnique(table.config, names),
  };
}

function isUnique(config: Table['config'], names: readonly string[]): boolean {
  return (
    config.columns.some((column) => column.isUnique && names.includes(column.name)) ||
    config.uniqueConstraints.some(({ columns }) =>
      columns.every((column) => names.includes(column.name)),
    )
  );
}

function shortType(column: PgColumn): string {
  return columnType(column)
    .replace(/^"[^"]*"\."([^"]*)"/, '$1')
    .replace(/ ?\([^)]*\)/, '')
    .replace(/^(time(?:stamp)?) with time zone/, '$1tz');
}
