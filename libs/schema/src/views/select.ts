import { Column, getTableColumns, getTableName, is, sql, SQL, Subquery, Table } from 'drizzle-orm';
import {
  PgDialect,
  QueryBuilder,
  type PgColumn,
  type PgSelectJoinConfig,
  type SelectedFields,
} from 'drizzle-orm/pg-core';
import type { PgSelectConfig } from 'drizzle-orm/pg-core/query-builders/select.types';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import type { ColumnsSelection } from 'drizzle-orm/sql/sql';
import { text, type Issue } from '@rowhouse/errors';

import { refuse, SchemaValidationError } from '../errors/errors.js';

import { renderExpression } from '../sql/expression.js';
import { identifierProblem } from '../sql/identifier.js';

/**
 * Any drizzle select.
 *
 * @typeParam Fields Its fields by key, as a join leaves them: columns of an outer join are nullable.
 * @typeParam Selection Its fields by key as they were given, expressions among them.
 */
export type ViewQuery<
  Fields extends ColumnsSelection = ColumnsSelection,
  Selection = unknown,
> = TypedQueryBuilder<Fields> & { readonly _: { readonly selection: Selection } };

/** What a select may name in its list. */
export type SelectField = PgColumn | SQL | SQL.Aliased | Subquery;

/** One column of a view. */
export interface ViewField {
  /** Its name in the view. */
  readonly name: string;
  /** Its key in the select; nested keys are joined by `_`. */
  readonly key: string;
  readonly field: SelectField;
}

/** Starts a select with chosen columns, to be returned from the `query` of a view. */
export function select<Fields extends SelectedFields>(fields: Fields) {
  return new QueryBuilder().select(fields);
}

/**
 * The columns that a view of `query` has. A column that is selected under its own key keeps the name
 * it has in its table; everything else is named by its key.
 *
 * @param subject Names the view in messages.
 * @throws SchemaValidationError for two columns of one name, or a name that cannot stand.
 */
export function viewFields(query: ViewQuery, subject: string): readonly ViewField[] {
  const fields = flatten(configOf(query, subject).fields);
  const issues: Issue[] = [];
  const keys = new Map<string, string>();
  for (const { name, key } of fields) {
    const problem = identifierProblem('column', name);
    if (problem) issues.push({ subject, path: ['query'], ...problem });
    const taken = keys.get(name);
    if (taken !== undefined) {
      issues.push({
        code: 'duplicate-column',
        subject,
        path: ['query'],
        message: text`selects two columns named ${name}, as ${taken} and ${key}`,
        fix: 'Select one under another key.',
      });
    }
    keys.set(name, key);
  }
  if (fields.length === 0) {
    issues.push({ code: 'no-columns', subject, path: ['query'], message: 'selects no column' });
  }
  refuse(issues);
  return fields;
}

/**
 * Refuses a query that a user wrote wrongly.
 *
 * @throws SchemaValidationError when it is no select, selects a column of a table that it does not read
 * from, or holds a value that SQL cannot.
 */
export function checkQuery(query: ViewQuery, subject: string): void {
  configOf(query, subject);
  try {
    renderExpression(query);
  } catch (error) {
    // Drizzle says which column and which table, our emitter which value.
    throw new SchemaValidationError(
      [{ code: 'invalid-query', subject, path: ['query'], message: (error as Error).message }],
      { cause: error },
    );
  }
}

export interface RenderSelectOptions {
  /**
   * Joins the query with a relation of one row and no column. It changes no result and costs nothing,
   * but PostgreSQL takes such a view for read-only where no trigger writes.
   */
  readonly readOnly?: boolean;
  /** Fields added at the end. */
  readonly extra?: readonly SelectField[];
  /** Called with each column that the query reads. */
  readonly onColumn?: (column: Column) => void;
}

/**
 * `query` as SQL. Its output columns have no reliable names: give them in the view's column list.
 *
 * Every column is written with its table. Drizzle leaves that out in a select from one table, where a
 * correlated subquery would then compare a column of its own with itself.
 */
export function renderSelect(
  query: ViewQuery,
  subject: string,
  options: RenderSelectOptions = {},
): string {
  const config = configOf(query, subject);
  const fields = flatten(config.fields).map(({ field }) => field);
  const joins = config.joins ?? [];
  return renderExpression(
    DIALECT.buildSelectQuery({
      ...config,
      joins: options.readOnly && joins.length === 0 ? [ONE_ROW] : joins,
      fieldsFlat: [...fields, ...(options.extra ?? [])].map((field) => ({
        path: [],
        field: protect(field),
      })),
    }),
    options.onColumn ? { onColumn: options.onColumn } : {},
  );
}

/** The columns that a query reads, in the list, the joins, the filter and subqueries. */
export function columnsRead(query: ViewQuery, subject: string): ReadonlySet<Column> {
  const columns = new Set<Column>();
  renderSelect(query, subject, { onColumn: (column) => columns.add(column) });
  return columns;
}

/** Whether each row of the query is a row of its first table: nothing groups or combines rows. */
export function keepsRows(query: ViewQuery, subject: string): boolean {
  const { groupBy, having, distinct, setOperators } = configOf(query, subject);
  return !groupBy?.length && !having && !distinct && setOperators.length === 0;
}

/** The table that a query starts from, and the names of those whose rows an outer join may lack. */
export function sourcesOf(
  query: ViewQuery,
  subject: string,
): { readonly first: unknown; readonly outer: ReadonlySet<string> } {
  const { table: first, joins = [] } = configOf(query, subject);
  const outer = new Set<string>();
  const before = is(first, Table) ? [getTableName(first)] : [];
  for (const { joinType, table, alias } of joins) {
    const name = alias ?? (is(table, Table) ? getTableName(table) : '');
    if (joinType === 'right' || joinType === 'full') before.forEach((one) => outer.add(one));
    if (joinType === 'left' || joinType === 'full') outer.add(name);
    before.push(name);
  }
  return { first, outer };
}

const DIALECT = new PgDialect();

const ONE_ROW: PgSelectJoinConfig = {
  joinType: 'cross',
  table: sql`(select) as "read_only"`,
  on: undefined,
  alias: undefined,
};

function configOf(query: ViewQuery, subject: string): PgSelectConfig {
  const { _: internals, getSQL } = query as Partial<ViewQuery>;
  if (!internals?.config || typeof getSQL !== 'function') {
    throw new SchemaValidationError([
      {
        code: 'not-a-select',
        subject,
        path: ['query'],
        found: query,
        expected: ['a drizzle select, such as base.where(…) or select({ … }).from(…)'],
      },
    ]);
  }
  return internals.config as PgSelectConfig;
}

/** @param prefix The keys of the groups that the fields are in, each with a `_`. */
function flatten(fields: Record<string, unknown>, prefix = ''): ViewField[] {
  return Object.entries(fields).flatMap(([part, field]) => {
    const key = prefix + part;
    if (is(field, Column)) {
      const column = field as PgColumn;
      return [{ key, name: isOwnKey(column, part) ? prefix + column.name : key, field: column }];
    }
    if (is(field, SQL) || is(field, SQL.Aliased) || is(field, Subquery)) {
      return [{ key, name: key, field }];
    }
    const group = is(field, Table) ? getTableColumns(field) : (field as Record<string, unknown>);
    return flatten(group, `${key}_`);
  });
}

/** Whether the column has that key in the table it belongs to. */
function isOwnKey(column: PgColumn, key: string): boolean {
  const own = (getTableColumns(column.table) as Record<string, PgColumn | undefined>)[key];
  return own?.name === column.name;
}

/**
 * Keeps drizzle from stripping the table off a column, which it does one level deep, and from adding
 * `as`, which a view with a column list does not need.
 */
function protect(field: SelectField): SQL {
  if (is(field, SQL.Aliased) && !(field as { isSelectionField?: boolean }).isSelectionField) {
    return sql`${field.sql}`;
  }
  return sql`${sql`${field}`}`;
}
