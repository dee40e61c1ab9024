import { getTableColumns, is, SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { refuse } from '../errors/errors.js';
import type { Issue } from '@rowhouse/errors';
import { RowId, type Seed } from '../metadata/seed.js';
import { readableObject } from '../sql/identifier.js';
import { unknownColumn } from '../table/column-names.js';
import * as kinds from '../options/kinds.js';
import { requireArgument, requireOptions, type Kinds } from '../options/require-options.js';
import type { DefinedTable } from '../table/types.js';
import { isUniqueKey, notUnique } from '../table/unique-keys.js';

export type { RowId } from '../metadata/seed.js';

/** A row as drizzle inserts it; a value may also be SQL, or the key of another row. */
export type SeedRow<T extends PgTable> = {
  readonly [K in keyof T['$inferInsert']]: T['$inferInsert'][K] | SQL | RowId;
};

/** Options of {@link seed}. */
export interface SeedOptions<T extends PgTable> {
  /** Keys of the columns that tell rows apart: those of the primary key or of a unique constraint. Default: the primary key. */
  readonly key?: readonly (keyof T['$inferInsert'] & string)[];
  /** Whether a row that is there already gets the values given, or stays as it is. Default: `update`. */
  readonly existing?: 'update' | 'keep';
}

const OPTIONS: Kinds<SeedOptions<PgTable>> = {
  key: kinds.strings,
  existing: kinds.oneOf('update', 'keep'),
};

/**
 * Adds rows that `schema seed` writes. It can be run again and again: a row that is there already, by its `key`, gets the
 * values given; its other columns, and all other rows, stay as they are.
 *
 * @example
 * seed(authors, [{ email: 'ada@example.org', name: 'Ada' }], { key: ['email'] });
 *
 * @throws SchemaValidationError when a row names an unknown column, lacks its key, or is there twice.
 */
export function seed<T extends PgTable>(
  table: DefinedTable<T>,
  rows: readonly SeedRow<T>[],
  options: SeedOptions<T> = {},
): void {
  requireArgument('seed()', [], table, kinds.table);
  const subject = `seed of table ${readableObject(table)}`;
  requireArgument(subject, ['rows'], rows, kinds.rows);
  requireOptions(subject, options, OPTIONS);
  const columns = getTableColumns(table.table as PgTable);
  const primaryKey = Object.keys(columns).filter((key) =>
    table.primaryKey.includes(columns[key] as PgColumn),
  );
  const definition: Seed = {
    schema: table.schema,
    name: table.name,
    table: table.table,
    rows,
    key: options.key ?? primaryKey,
    existing: options.existing ?? 'update',
  };
  refuse(issuesOf(table, definition));
  table.metadata.registerSeed(definition);
}

/**
 * The primary key of another row, for a column that refers to it. The row is found when the seeds are written; it may be
 * one of them.
 *
 * @example
 * seed(articles, [{ slug: 'hello', authorId: idOf(authors, { email: 'ada@example.org' }) }], { key: ['slug'] });
 *
 * @param where Values that exactly one row has.
 * @throws SchemaValidationError when the table has no primary key of one column, or not these columns.
 */
export function idOf<T extends PgTable>(
  table: DefinedTable<T>,
  where: Partial<T['$inferSelect']>,
): RowId {
  requireArgument('idOf()', [], table, kinds.table);
  const subject = `idOf(${readableObject(table)})`;
  requireArgument(subject, ['where'], where, kinds.row);
  const [column, ...more] = table.primaryKey;
  const path = ['where'];
  const values = where as Readonly<Record<string, unknown>>;
  const issues: Issue[] = unknownColumns(table, values, path).map((issue) => ({
    ...issue,
    subject,
  }));
  if (!column || more.length > 0) {
    issues.push({
      code: 'composite-id',
      subject,
      message: `the primary key has ${more.length + 1} columns`,
      fix: 'Set the value of each column instead.',
    });
  }
  if (Object.values(values).every((value) => value === undefined)) {
    issues.push({ code: 'no-columns', subject, path, expected: ['values that only one row has'] });
  }
  refuse(issues);
  return new RowId(table, column!.name, values);
}

function issuesOf(table: DefinedTable, { rows, key }: Seed): Issue[] {
  const subject = `seed of table ${readableObject(table)}`;
  const columns: Record<string, PgColumn> = getTableColumns(table.table) as never;
  const unknown = key.filter((name) => !Object.hasOwn(columns, name));
  if (unknown.length > 0) {
    return unknown.map((name) => ({
      subject,
      ...unknownColumn(['key', key.indexOf(name)], name, table.table),
    }));
  }
  const names = key.map((name) => columns[name]!.name);
  const issues: Issue[] = [];
  if (!isUniqueKey(table, names)) {
    issues.push({
      code: 'no-unique-key',
      subject,
      path: ['key'],
      ...notUnique('the table', names),
    });
  }
  const seen = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const path = ['rows', index];
    issues.push(...unknownColumns(table, row, path).map((issue) => ({ ...issue, subject })));
    const missing = key.filter((name) => !tellsApart(row[name]));
    issues.push(
      ...missing.map((name) => ({
        code: 'missing-key',
        subject,
        path: [...path, name],
        ...(row[name] === undefined || is(row[name], SQL) ? {} : { found: row[name] }),
        expected: ['a value, because the column identifies the row'],
        fix: 'Add it, or set `key` to the columns of a unique constraint.',
      })),
    );
    if (missing.length > 0) continue;
    const identity = JSON.stringify(key.map((name) => identityOf(row[name])));
    const other = seen.get(identity);
    if (other !== undefined) {
      issues.push({
        code: 'duplicate-row',
        subject,
        path,
        message: `has the same ${key.join(', ')} as rows[${other}]`,
        fix: 'Remove one of the two.',
      });
    }
    seen.set(identity, index);
  }
  return issues;
}

/** SQL may give another value each time, and NULL is equal to nothing. */
function tellsApart(value: unknown): boolean {
  return value !== undefined && value !== null && !is(value, SQL);
}

function identityOf(value: unknown): unknown {
  if (value instanceof RowId) return [value.table.schema, value.table.name, value.where];
  return typeof value === 'bigint' ? String(value) : value;
}

function unknownColumns(
  { table }: DefinedTable,
  row: Readonly<Record<string, unknown>>,
  path: readonly (string | number)[],
) {
  const columns = getTableColumns(table);
  return Object.keys(row)
    .filter((key) => !Object.hasOwn(columns, key))
    .map((key) => unknownColumn(path, key, table));
}
