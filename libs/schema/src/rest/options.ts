import type { PgTable } from 'drizzle-orm/pg-core';
import type { CreatePgSelectFromBuilderMode } from 'drizzle-orm/pg-core/query-builders/select.types';

import type { ViewQuery } from '../views/select.js';
import type { ViewSecurity } from '../views/view-ddl.js';
import * as kinds from '../options/kinds.js';
import type { Kinds } from '../options/require-options.js';
import type { RestGrant } from './grants.js';

/** Keys of a table's columns. */
export type ColumnKey<T extends PgTable> = keyof T['_']['columns'] & string;

/** The select that a REST view has by itself: the exposed columns of its table. */
export type BaseQuery<T extends PgTable> = CreatePgSelectFromBuilderMode<
  'qb',
  T['_']['name'],
  T['_']['columns'],
  'partial'
>;

export interface RestViewOptions<T extends PgTable = PgTable> {
  /**
   * What `anon` may do through the view; each of `insert`, `update` and `delete` also makes the
   * trigger that does it. Default: `['select']`.
   */
  readonly grants?: readonly RestGrant[];
  /**
   * What further roles may do, by their name. They get triggers as well.
   *
   * @example { editor: ['select', 'update'] }
   */
  readonly roles?: Readonly<Record<string, readonly RestGrant[]>>;
  /** Schema of the view. Default: the one of the REST extension, `api`. */
  readonly schema?: string;
  /** Name of the view. Default: the table's. */
  readonly name?: string;
  /** Keys of the columns that the view shows, in its order. Default: all. */
  readonly columns?: readonly ColumnKey<T>[];
  /** Keys of the columns that the view hides; it shows all others. */
  readonly excludeColumns?: readonly ColumnKey<T>[];
  /**
   * Whose rights and row-level policies apply to reads and writes: `invoker`, those of the role that
   * asks, which is granted what it needs on the tables behind the view; or `definer`, those of the
   * view's owner. Default: the one of the REST extension; has to be said where a table has policies.
   */
  readonly security?: ViewSecurity;
  /**
   * Keys of the columns that rows are matched by, which the table's primary key or a unique constraint
   * covers exactly. Makes a function that PostgREST serves as `POST /rpc/upsert_<view>`: of a row, or a list of
   * rows, it changes what is there and inserts the rest. For the roles that may select, insert and update.
   */
  readonly upsert?: readonly ColumnKey<T>[];
  /**
   * Makes the view's definition from the select of the exposed columns and from the table: a filter,
   * a join, other columns. Return any drizzle select; columns that are not the table's own are
   * read-only.
   *
   * @example (base, articles) => base.where(eq(articles.published, true))
   */
  readonly query?: (base: BaseQuery<T>, source: T) => ViewQuery;
}

export const REST_VIEW_OPTIONS: Kinds<RestViewOptions> = {
  grants: kinds.strings,
  roles: kinds.recordOf(kinds.strings, 'an object with lists of privileges by role'),
  schema: kinds.string,
  name: kinds.string,
  columns: kinds.strings,
  excludeColumns: kinds.strings,
  security: kinds.security,
  upsert: kinds.strings,
  query: kinds.callback,
};
