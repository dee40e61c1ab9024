import { literal } from '@rowhouse/python';
import { is, SQL } from 'drizzle-orm';
import {
  getTableConfig,
  type ForeignKey,
  type Index,
  type IndexedColumn,
  type PgTable,
} from 'drizzle-orm/pg-core';

import { renderExpression } from '../sql/expression.js';
import { derivedName, quoteIdentifier, type QualifiedName } from '../sql/identifier.js';
import { indexedColumn, indexName } from '../table/index-ddl.js';
import type { TableModel } from './model.js';
import { sqlalchemy } from './python-type.js';
import { sqlText } from './sql-text.js';

/**
 * How `Base.metadata` names what has no name of its own: as drizzle does. It cannot look up what a foreign
 * key leads to in a later table: that is mostly an `id`, and other keys have their names said.
 */
export const NAMING_CONVENTION = {
  fk: '%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s_id_fk',
  ix: '%(table_name)s_%(column_0_N_name)s_index',
  uq: '%(table_name)s_%(column_0_N_name)s_unique',
};

/** The constraints and indexes of a table: those that its columns say, and the others. */
export interface Constraints {
  /** Names of columns that are unique by themselves. */
  readonly unique: ReadonlySet<string>;
  /** Names of columns with an index of their own. */
  readonly indexed: ReadonlySet<string>;
  /** `ForeignKey(…)`, by the name of its column. */
  readonly foreignKeys: ReadonlyMap<string, string>;
  /** What `__table_args__` has to say. */
  readonly others: readonly string[];
}

/** @param isKnown Whether the models have a table: only to those a foreign key can lead. */
export function constraintsOf(
  model: TableModel,
  isKnown: (table: QualifiedName) => boolean,
): Constraints {
  const unique = new Set<string>();
  const indexed = new Set<string>();
  const foreignKeys = new Map<string, string>();
  const others = [...keyWithName(model)];
  for (const one of uniquesOf(model)) {
    const [column, ...more] = one.columns;
    const isPlain = more.length === 0 && !one.nullsNotDistinct;
    if (isPlain && one.name === `${model.name}_${column!}_unique`) unique.add(column!);
    else others.push(uniqueConstraint(one, model));
  }
  for (const key of model.config.foreignKeys) {
    const target = targetOf(key);
    if (!isKnown(target)) continue;
    const [column, ...more] = target.columns;
    if (more.length === 0 && !foreignKeys.has(column!)) {
      foreignKeys.set(column!, foreignKey(key, target, model));
    } else others.push(foreignKeyConstraint(key, target, model));
  }
  for (const { name, value } of model.config.checks) {
    const sql = sqlText(renderExpression(value, { columns: 'bare' }));
    others.push(`${sqlalchemy('CheckConstraint')}(${sql}, name=${literal(derivedName(name))})`);
  }
  model.config.indexes.forEach((index, position) => {
    const column = plainColumn(index, model, position);
    if (column !== undefined && !indexed.has(column)) indexed.add(column);
    else others.push(indexOf(index, model, position));
  });
  return { unique, indexed, foreignKeys, others };
}

/** A key's name, where it is not the one that PostgreSQL gives it by itself. */
function keyWithName({ name, primaryKey, primaryKeyName }: TableModel): string[] {
  if (primaryKeyName === `${name}_pkey`) return [];
  const columns = primaryKey.map((column) => literal(column.name)).join(', ');
  return [`${sqlalchemy('PrimaryKeyConstraint')}(${columns}, name=${literal(primaryKeyName)})`];
}

interface Unique {
  readonly name: string;
  readonly columns: readonly string[];
  readonly nullsNotDistinct: boolean;
}

/** The unique constraints of a table. */
export function uniquesOf({ config }: Pick<TableModel, 'config'>): Unique[] {
  const own = config.columns
    .filter(({ isUnique }) => isUnique)
    .map(({ name, uniqueName, uniqueType }) => ({
      name: derivedName(uniqueName!),
      columns: [name],
      nullsNotDistinct: uniqueType === 'not distinct',
    }));
  const others = config.uniqueConstraints.map(({ name, columns, nullsNotDistinct }) => ({
    name: derivedName(name!),
    columns: columns.map((column) => column.name),
    nullsNotDistinct,
  }));
  return [...own, ...others];
}

function uniqueConstraint(
  { name, columns, nullsNotDistinct }: Unique,
  { name: table }: TableModel,
): string {
  const parts = [
    ...columns.map(literal),
    ...nameUnless(`${table}_${columns.join('_')}_unique`, name),
    ...(nullsNotDistinct ? ['postgresql_nulls_not_distinct=True'] : []),
  ];
  return `${sqlalchemy('UniqueConstraint')}(${parts.join(', ')})`;
}

export interface Target extends QualifiedName {
  /** Names of the columns that refer. */
  readonly columns: readonly string[];
  /** Names of those that they refer to. */
  readonly foreignColumns: readonly string[];
}

/** What a foreign key leads to. */
export function targetOf(key: ForeignKey): Target {
  const { columns, foreignColumns, foreignTable } = key.reference();
  const { name, schema = 'public' } = getTableConfig(foreignTable as PgTable);
  const namesOf = (list: readonly { readonly name: string }[]) => list.map((one) => one.name);
  return { schema, name, columns: namesOf(columns), foreignColumns: namesOf(foreignColumns) };
}

function foreignKey(key: ForeignKey, target: Target, model: TableModel): string {
  const parts = [columnPath(target, target.foreignColumns[0]!), ...options(key, target, model)];
  return `${sqlalchemy('ForeignKey')}(${parts.join(', ')})`;
}

function foreignKeyConstraint(key: ForeignKey, target: Target, model: TableModel): string {
  const parts = [
    literal(target.columns),
    `[${target.foreignColumns.map((name) => columnPath(target, name)).join(', ')}]`,
    ...options(key, target, model),
  ];
  return `${sqlalchemy('ForeignKeyConstraint')}(${parts.join(', ')})`;
}

function columnPath({ schema, name }: QualifiedName, column: string): string {
  return literal([...(schema === 'public' ? [] : [schema]), name, column].join('.'));
}

function options(key: ForeignKey, target: Target, model: TableModel): string[] {
  const convention = [model.name, ...target.columns, target.name, 'id_fk'];
  const action = (argument: string, value: string | undefined) =>
    value === undefined || value === 'no action'
      ? []
      : [`${argument}=${literal(value.toUpperCase())}`];
  return [
    ...nameUnless(convention.join('_'), derivedName(key.getName())),
    ...action('onupdate', key.onUpdate),
    ...action('ondelete', key.onDelete),
  ];
}

function nameUnless(convention: string, name: string): string[] {
  return convention === name ? [] : [`name=${literal(name)}`];
}

/** The column of an index that `index=True` would make just so. */
function plainColumn(index: Index, model: TableModel, position: number): string | undefined {
  const { columns, unique, where, method = 'btree', with: storage } = index.config;
  const [column, ...more] = columns as (IndexedColumn | SQL)[];
  if (more.length > 0 || unique || where || method !== 'btree' || storage) return undefined;
  if (!column || is(column, SQL) || !isPlain(column, method)) return undefined;
  const name = `${model.name}_${column.name!}_index`;
  return indexName(index, model, position) === name ? column.name : undefined;
}

function isPlain(column: IndexedColumn, method: string): boolean {
  return indexedColumn(column, method) === quoteIdentifier(column.name!);
}

function indexOf(index: Index, model: TableModel, position: number): string {
  const { columns, unique, where, method = 'btree', with: storage } = index.config;
  const parts = (columns as (IndexedColumn | SQL)[]).map((column) =>
    !is(column, SQL) && isPlain(column, method)
      ? literal(column.name)
      : `${sqlalchemy('text')}(${sqlText(indexedColumn(column, method))})`,
  );
  const arguments_ = [
    literal(indexName(index, model, position)),
    ...parts,
    ...(unique ? ['unique=True'] : []),
    ...(method === 'btree' ? [] : [`postgresql_using=${literal(method)}`]),
    ...(storage ? [`postgresql_with=${literal(storage)}`] : []),
    ...(where
      ? [
          `postgresql_where=${sqlalchemy('text')}(${sqlText(renderExpression(where, { columns: 'bare' }))})`,
        ]
      : []),
  ];
  return `${sqlalchemy('Index')}(${arguments_.join(', ')})`;
}
