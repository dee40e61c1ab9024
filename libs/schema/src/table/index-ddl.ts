import { is, SQL } from 'drizzle-orm';
import type { Index, IndexedColumn } from 'drizzle-orm/pg-core';

import { renderExpression } from '../sql/expression.js';
import {
  derivedName,
  quoteIdentifier,
  quoteQualified,
  type QualifiedName,
} from '../sql/identifier.js';
import { sqlLiteral } from '../sql/literal.js';

/**
 * `CREATE INDEX`. Never concurrently, whatever the definition asks: migrations decide where an index is built so.
 */
export function createIndex(index: Index, table: QualifiedName, position: number): string {
  const { config } = index;
  const columns = config.columns as (IndexedColumn | SQL)[];
  const method = config.method ?? 'btree';
  const name = indexName(index, table, position);
  const parts = [
    `CREATE ${config.unique ? 'UNIQUE ' : ''}INDEX ${quoteIdentifier(name)}`,
    `ON ${quoteQualified(table)} USING ${quoteIdentifier(method)}`,
    `(${columns.map((column) => indexedColumn(column, method)).join(', ')})`,
  ];
  const storage = Object.entries(config.with ?? {});
  if (storage.length > 0) {
    const list = storage.map(([key, value]) => `${quoteIdentifier(key)} = ${sqlLiteral(value)}`);
    parts.push(`WITH (${list.join(', ')})`);
  }
  if (config.where) parts.push(`WHERE ${renderExpression(config.where, { columns: 'bare' })}`);
  return parts.join(' ');
}

/** The name of an index: its own, or one made from its table and columns. */
export function indexName({ config }: Index, table: QualifiedName, position: number): string {
  if (config.name !== undefined) return derivedName(config.name);
  const columns = config.columns as (IndexedColumn | SQL)[];
  const parts = columns.map((column) => (is(column, SQL) ? `expr${position + 1}` : column.name!));
  return derivedName(table.name, ...parts, 'index');
}

/** What an index has of a table: a column with its order, or an expression in parentheses. */
export function indexedColumn(column: IndexedColumn | SQL, method: string): string {
  if (is(column, SQL)) return `(${renderExpression(column, { columns: 'bare' })})`;
  const { order, nulls, opClass } = column.indexConfig;
  const parts = [quoteIdentifier(column.name!)];
  if (opClass !== undefined) parts.push(quoteIdentifier(opClass));
  if (method === 'btree' && (order === 'desc' || nulls === 'first')) {
    parts.push(order === 'desc' ? 'DESC' : 'ASC', nulls === 'first' ? 'NULLS FIRST' : 'NULLS LAST');
  }
  return parts.join(' ');
}
