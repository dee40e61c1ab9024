import { getTableColumns } from 'drizzle-orm';
import {
  PgSchema,
  primaryKey as primaryKeyConstraint,
  type PgColumn,
  type PgTable,
  type PgTableExtraConfigValue,
} from 'drizzle-orm/pg-core';

import { ColumnError, SchemaValidationError } from '../errors.js';
import { requireMetadata } from '../metadata/require-metadata.js';
import type { ColumnMap, Plugin } from '../plugins/plugin.js';
import { runPlugins } from '../plugins/run-plugins.js';
import { identifierProblem, quoteQualified } from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';
import { enumOf } from './column-ddl.js';
import { requireColumns, requireReferences } from './column-mistakes.js';
import { unknownColumn } from './column-names.js';
import { addForeignKeys, createTable } from './table-ddl.js';
import type { DefinedTable, TableOf, TableOptions } from './types.js';

/**
 * Defines a table and registers it on `options.metadata`.
 *
 * Without a primary key among the columns, in `options.primaryKey` or from a plugin, it gets a serial `id`.
 *
 * @example
 * const articles = table('articles', { title: text().notNull() }, { metadata, config });
 * articles.table.id; // a drizzle column
 *
 * @param columns Drizzle's column builders by key; the key is the column's name unless the builder names it.
 * @throws SchemaValidationError when a name or the combination of plugins cannot stand.
 * @throws ColumnError when `primaryKey` or `columnComments` names an unknown column.
 */
export function table<
  const Name extends string,
  C extends ColumnMap,
  const Schema extends string = 'public',
  P extends Plugin = never,
  G extends Plugin = never,
  Key extends keyof C & string = never,
>(
  name: Name,
  columns: C,
  options: TableOptions<Name, C, Schema, P, G, Key>,
): DefinedTable<TableOf<Name, C, Schema, P | G, Key>> {
  requireMetadata(`Table "${name}"`, options);
  const { schema = 'public', metadata, config, comment } = options;
  const place = `Table "${schema}"."${name}"`;
  const problems = [identifierProblem('table', name), identifierProblem('schema', schema)];
  refuse(problems);
  requireColumns(place, columns);

  const ownKey = Object.keys(columns).filter((key) => isPrimaryKey(columns[key]));
  const plugins: readonly Plugin[] = [...(config?.plugins() ?? []), ...(options.plugins ?? [])];
  const compositeKey: readonly string[] | undefined = options.primaryKey;
  checkKey(place, ownKey, compositeKey);
  const result = runPlugins(
    { name, schema, metadata, columns, hasPrimaryKey: ownKey.length > 0 || !!compositeKey },
    plugins,
  );

  const drizzleTable = new PgSchema(schema).table(name, result.columns, (self) => [
    ...((options.constraints as ((self: unknown) => PgTableExtraConfigValue[]) | undefined)?.(
      self,
    ) ?? []),
    ...(compositeKey ? [primaryKeyConstraint({ columns: columnsOf(self, compositeKey) })] : []),
  ]) as PgTable;
  const built: Record<string, PgColumn> = getTableColumns(drizzleTable);
  refuse(Object.values(built).map((column) => identifierProblem('column', column.name)));
  refuse(repeatedNames(Object.values(built), name));

  const columnComments = (options.columnComments ?? {}) as Readonly<Record<string, string>>;
  const unknown = [
    ...(compositeKey ?? []).map((key) => ['primaryKey', key] as const),
    ...Object.keys(columnComments).map((key) => ['columnComments', key] as const),
  ].filter(([, key]) => !Object.hasOwn(built, key));
  if (unknown.length > 0) {
    throw new ColumnError(
      unknown.map(([option, key]) => unknownColumn(option, key, drizzleTable, place)),
    );
  }

  const keys = compositeKey ?? result.primaryKey ?? ownKey;
  const defined: DefinedTable = {
    table: drizzleTable,
    name,
    schema,
    metadata,
    config,
    primaryKey: keys.map((key) => built[key]!),
    comment,
    columnComments,
  };
  register(defined, () => {
    requireReferences(place, result.columns);
  });
  for (const action of result.onTable) action(drizzleTable);
  return defined as DefinedTable<TableOf<Name, C, Schema, P | G, Key>>;
}

/** @param checkReferences Throws when a column refers to none; columns may refer to later tables. */
function register(defined: DefinedTable, checkReferences: () => void): void {
  const { metadata, schema, name } = defined;
  for (const column of Object.values(getTableColumns(defined.table))) {
    const type = enumOf(column as PgColumn);
    if (!type) continue;
    const values = type.values.map(stringLiteral).join(', ');
    metadata.registerObject({
      kind: 'type',
      schema: type.schema,
      name: type.name,
      description: `enum (${values})`,
      signature: values,
      create: () => [`CREATE TYPE ${quoteQualified(type)} AS ENUM (${values})`],
    });
  }
  metadata.registerObject({
    kind: 'table',
    schema,
    name,
    create: () => createTable(defined),
    complete: () => {
      checkReferences();
      return addForeignKeys(defined);
    },
  });
}

/** The builder's flag; drizzle declares it protected. */
function isPrimaryKey(builder: unknown): boolean {
  return (builder as { config: { primaryKey: boolean } }).config.primaryKey;
}

function checkKey(
  place: string,
  ownKey: readonly string[],
  compositeKey: readonly string[] | undefined,
): void {
  const columns = ownKey.map((key) => `"${key}"`).join(', ');
  if (compositeKey && ownKey.length > 0) {
    throw new SchemaValidationError(
      `${place} has the option "primaryKey" and .primaryKey() on ${columns}. Keep one.`,
    );
  }
  if (ownKey.length > 1) {
    throw new SchemaValidationError(
      `${place} has .primaryKey() on several columns: ${columns}. For a composite key give the option "primaryKey".`,
    );
  }
  if (compositeKey && new Set(compositeKey).size !== compositeKey.length) {
    throw new SchemaValidationError(`${place} names a column twice in "primaryKey".`);
  }
  if (compositeKey?.length === 0) {
    throw new SchemaValidationError(
      `${place} has an empty "primaryKey". Leave it out for a serial "id".`,
    );
  }
}

function repeatedNames(columns: readonly PgColumn[], table: string): readonly string[] {
  const seen = new Set<string>();
  return columns
    .filter(({ name }) => seen.size === seen.add(name).size)
    .map(({ name }) => `Table "${table}" has two columns named "${name}".`);
}

function columnsOf(self: unknown, keys: readonly string[]): [PgColumn, ...PgColumn[]] {
  return keys.map((key) => (self as Record<string, PgColumn>)[key]) as [PgColumn, ...PgColumn[]];
}

function refuse(problems: readonly (string | undefined)[]): void {
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new SchemaValidationError(found);
}
