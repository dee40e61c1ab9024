import { getTableColumns } from 'drizzle-orm';
import {
  PgSchema,
  primaryKey as primaryKeyConstraint,
  type PgColumn,
  type PgTable,
  type PgTableExtraConfigValue,
} from 'drizzle-orm/pg-core';
import { text, type Issue } from '@rowhouse/errors';
import type { Problem } from '../errors/errors.js';

import { ColumnError, refuse } from '../errors/errors.js';

import * as kinds from '../options/kinds.js';
import { requireDefinition, type Kinds } from '../options/require-options.js';
import type { PartitionBy } from '../objects/partition.js';
import type { ColumnMap, Plugin } from '../plugins/plugin.js';
import { runPlugins } from '../plugins/run-plugins.js';
import { derivedName, identifierProblem, quoteQualified } from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';
import { enumOf } from './column-ddl.js';
import { requireColumns, requireReferences } from './column-mistakes.js';
import { unknownColumn } from './column-names.js';
import { addForeignKeys, createTable } from './table-ddl.js';
import type { DefinedTable, TableOf, TableOptions } from './types.js';

const OPTIONS: Kinds<TableOptions<string, ColumnMap, string, Plugin, Plugin, string>> = {
  metadata: kinds.metadata,
  schema: kinds.string,
  config: kinds.config,
  plugins: kinds.plugins,
  primaryKey: kinds.strings,
  primaryKeyName: kinds.string,
  partitionBy: kinds.partitionBy,
  constraints: kinds.callback,
  comment: kinds.string,
  columnComments: kinds.recordOf(kinds.string, 'an object with texts by column'),
};

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
 * @throws ColumnError when `primaryKey`, `partitionBy` or `columnComments` names an unknown column.
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
  const subject = requireDefinition('table', name, options, OPTIONS);
  const { schema = 'public', metadata, config, comment } = options;
  const primaryKeyName = options.primaryKeyName ?? derivedName(`${name}_pkey`);
  refuseProblems(subject, [
    identifierProblem('table', name),
    identifierProblem('schema', schema),
    identifierProblem('constraint', primaryKeyName),
  ]);
  requireColumns(subject, columns);

  const ownKey = Object.keys(columns).filter((key) => isPrimaryKey(columns[key]));
  const plugins: readonly Plugin[] = [...(config?.plugins() ?? []), ...(options.plugins ?? [])];
  const compositeKey: readonly string[] | undefined = options.primaryKey;
  refuseProblems(subject, [keyProblem(ownKey, compositeKey)]);
  const result = runPlugins(
    { name, schema, metadata, columns, hasPrimaryKey: ownKey.length > 0 || !!compositeKey },
    plugins,
  );

  const drizzleTable = new PgSchema(schema).table(name, result.columns, (self) => [
    ...((options.constraints as ((self: unknown) => PgTableExtraConfigValue[]) | undefined)?.(
      self,
    ) ?? []),
    ...result.constraints.flatMap((make) => make(self as unknown as Record<string, PgColumn>)),
    ...(compositeKey ? [primaryKeyConstraint({ columns: columnsOf(self, compositeKey) })] : []),
  ]) as PgTable;
  const built: Record<string, PgColumn> = getTableColumns(drizzleTable);
  refuseProblems(
    subject,
    Object.values(built).map((column) => identifierProblem('column', column.name)),
  );
  refuseProblems(subject, repeatedNames(Object.values(built)));

  const columnComments = (options.columnComments ?? {}) as Readonly<Record<string, string>>;
  const unknown = [
    ...(compositeKey ?? []).map((key) => ['primaryKey', key] as const),
    ...Object.values(options.partitionBy ?? {})
      .flat()
      .map((key) => ['partitionBy', key] as const),
    ...Object.keys(columnComments).map((key) => ['columnComments', key] as const),
  ].filter(([, key]) => !Object.hasOwn(built, key));
  if (unknown.length > 0) {
    throw new ColumnError(
      unknown.map(([option, key]): Issue => ({
        subject,
        ...unknownColumn([option], key, drizzleTable),
      })),
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
    primaryKeyName,
    partitionBy: named(options.partitionBy, built),
    comment,
    columnComments,
  };
  register(defined, () => {
    requireReferences(subject, result.columns);
  });
  for (const action of result.onTable) action(drizzleTable);
  return defined as DefinedTable<TableOf<Name, C, Schema, P | G, Key>>;
}

/** The columns' names in place of their keys. */
function named(
  partitionBy: PartitionBy | undefined,
  columns: Readonly<Record<string, PgColumn>>,
): PartitionBy | undefined {
  if (!partitionBy) return undefined;
  const entries = Object.entries(partitionBy) as [string, readonly string[]][];
  const byName = entries.map(([method, keys]) => [method, keys.map((key) => columns[key]!.name)]);
  return Object.fromEntries(byName) as PartitionBy;
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
    table: defined,
    check: checkReferences,
    create: () => createTable(defined),
    complete: () => addForeignKeys(defined),
  });
}

/** The builder's flag; drizzle declares it protected. */
function isPrimaryKey(builder: unknown): boolean {
  return (builder as { config: { primaryKey: boolean } }).config.primaryKey;
}

function keyProblem(
  ownKey: readonly string[],
  compositeKey: readonly string[] | undefined,
): Problem | undefined {
  if (compositeKey && ownKey.length > 0) {
    return {
      code: 'conflicting-key',
      message: text`has both the option 'primaryKey' and .primaryKey() on ${ownKey}`,
      fix: 'Keep one.',
    };
  }
  if (ownKey.length > 1) {
    return {
      code: 'conflicting-key',
      message: text`has .primaryKey() on several columns: ${ownKey}`,
      fix: text`Use the option 'primaryKey' for a key with several columns.`,
    };
  }
  if (compositeKey?.length === 0) {
    return {
      code: 'empty-key',
      path: ['primaryKey'],
      found: compositeKey,
      expected: ['the columns of the key'],
      fix: text`Omit it to get a serial ${'id'}.`,
    };
  }
  const repeated = compositeKey?.find((key, index) => compositeKey.indexOf(key) !== index);
  if (repeated === undefined) return undefined;
  return {
    code: 'duplicate-column',
    path: ['primaryKey'],
    message: text`has ${repeated} twice`,
    fix: 'Remove one of the two.',
  };
}

function repeatedNames(columns: readonly PgColumn[]): readonly Problem[] {
  const seen = new Set<string>();
  return columns
    .filter(({ name }) => seen.size === seen.add(name).size)
    .map(({ name }) => ({
      code: 'duplicate-column',
      message: text`has two columns named ${name}`,
      fix: 'Rename one of the two.',
    }));
}

function columnsOf(self: unknown, keys: readonly string[]): [PgColumn, ...PgColumn[]] {
  return keys.map((key) => (self as Record<string, PgColumn>)[key]) as [PgColumn, ...PgColumn[]];
}

function refuseProblems(subject: string, problems: readonly (Problem | undefined)[]): void {
  refuse(problems.flatMap((problem) => (problem ? [{ subject, ...problem }] : [])));
}
