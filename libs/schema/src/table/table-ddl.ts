import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type ForeignKey, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { text } from '@rowhouse/errors';

import { SchemaValidationError } from '../errors/errors.js';

import { partitionClause } from '../objects/partition.js';
import { renderExpression } from '../sql/expression.js';
import { derivedName, quoteIdentifier, quoteQualified, readableObject } from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';
import { columnDefinition } from './column-ddl.js';
import { createIndex } from './index-ddl.js';
import { rowSecurity } from './policy-ddl.js';
import type { DefinedTable } from './types.js';

/** `CREATE TABLE` with its keys, checks and indexes, its policies and comments. */
export function createTable(defined: DefinedTable): readonly string[] {
  const config = getTableConfig(defined.table);
  const parts = config.columns.map(columnDefinition);
  const constraint = (name: string, clause: string) =>
    parts.push(`CONSTRAINT ${quoteIdentifier(derivedName(name))} ${clause}`);

  if (config.primaryKeys.length > 1 || (config.primaryKeys[0] && !hasCompositeKey(defined))) {
    throw new SchemaValidationError([
      {
        code: 'conflicting-key',
        subject: `table ${readableObject(defined)}`,
        path: ['constraints'],
        message: 'has primaryKey()',
        fix: text`Use the option 'primaryKey' of table(), so that views know the key.`,
      },
    ]);
  }
  constraint(defined.primaryKeyName, `PRIMARY KEY (${names(defined.primaryKey)})`);
  for (const { isUnique, uniqueName, uniqueType, name } of config.columns) {
    if (isUnique) constraint(uniqueName!, unique([{ name }], uniqueType === 'not distinct'));
  }
  for (const { name, columns, nullsNotDistinct } of config.uniqueConstraints) {
    constraint(name!, unique(columns, nullsNotDistinct));
  }
  for (const { name, value } of config.checks) {
    constraint(name, `CHECK (${renderExpression(value, { columns: 'bare' })})`);
  }
  const division = defined.partitionBy ? ` ${partitionClause(defined.partitionBy)}` : '';
  return [
    `CREATE TABLE ${quoteQualified(defined)} (\n  ${parts.join(',\n  ')}\n)${division}`,
    ...config.indexes.map((index, position) => createIndex(index, defined, position)),
    ...rowSecurity(defined, config.enableRLS, config.policies),
    ...comments(defined),
  ];
}

/** The foreign keys, for when all tables are there. */
export function addForeignKeys(defined: DefinedTable): readonly string[] {
  return getTableConfig(defined.table).foreignKeys.map((key) => {
    const { columns, foreignTable, foreignColumns } = key.reference();
    const { name, schema = 'public' } = getTableConfig(foreignTable);
    return [
      `ALTER TABLE ${quoteQualified(defined)}`,
      `ADD CONSTRAINT ${quoteIdentifier(derivedName(key.getName()))}`,
      `FOREIGN KEY (${names(columns)})`,
      `REFERENCES ${quoteQualified({ schema, name })} (${names(foreignColumns)})`,
      ...actions(key),
    ].join(' ');
  });
}

function actions({ onUpdate, onDelete }: ForeignKey): readonly string[] {
  return [
    ...(onUpdate && onUpdate !== 'no action' ? [`ON UPDATE ${onUpdate.toUpperCase()}`] : []),
    ...(onDelete && onDelete !== 'no action' ? [`ON DELETE ${onDelete.toUpperCase()}`] : []),
  ];
}

function comments({ table, schema, name, comment, columnComments }: DefinedTable): string[] {
  const statements: string[] = [];
  const target = quoteQualified({ schema, name });
  if (comment !== undefined) {
    statements.push(`COMMENT ON TABLE ${target} IS ${stringLiteral(comment)}`);
  }
  const columns: Record<string, PgColumn> = getTableColumns(table as PgTable);
  for (const [key, text] of Object.entries(columnComments)) {
    const column = quoteIdentifier(columns[key]!.name);
    statements.push(`COMMENT ON COLUMN ${target}.${column} IS ${stringLiteral(text)}`);
  }
  return statements;
}

function hasCompositeKey({ primaryKey }: DefinedTable): boolean {
  return primaryKey.every((column) => !column.primary);
}

function unique(columns: readonly { name: string }[], nullsNotDistinct: boolean): string {
  return `UNIQUE ${nullsNotDistinct ? 'NULLS NOT DISTINCT ' : ''}(${names(columns)})`;
}

function names(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => quoteIdentifier(name)).join(', ');
}
