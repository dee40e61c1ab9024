import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ColumnsSelection } from 'drizzle-orm/sql/sql';

import type { Metadata } from '../metadata/metadata.js';
import * as kinds from '../options/kinds.js';
import { requireDefinition, type Kinds } from '../options/require-options.js';
import { checkQuery, renderSelect, viewFields, type ViewQuery } from './select.js';
import { viewShape } from './view-shape.js';
import { createView, type ViewSecurity } from './view-ddl.js';
import { viewTable, type ViewTable } from './view-table.js';

export interface SchemaViewOptions<
  Fields extends ColumnsSelection,
  Selection,
  Schema extends string,
> {
  /** Schema of the view. Default: `public`. */
  readonly schema?: Schema;
  /** Where the view is registered. */
  readonly metadata: Metadata;
  /** Any drizzle select, or a function from a query builder to one. */
  readonly query:
    ViewQuery<Fields, Selection> | ((builder: QueryBuilder) => ViewQuery<Fields, Selection>);
  /** Describes the view. */
  readonly comment?: string;
  /** Whose rights and row-level policies the view has on what it reads. Default: `definer`. */
  readonly security?: ViewSecurity;
}

const OPTIONS: Kinds<SchemaViewOptions<ColumnsSelection, unknown, string>> = {
  metadata: kinds.metadata,
  schema: kinds.string,
  query: kinds.required(kinds.query),
  comment: kinds.string,
  security: kinds.security,
};

/** A standalone view. */
export interface SchemaView<Name extends string, Fields extends ColumnsSelection, Selection> {
  readonly name: Name;
  readonly schema: string;
  readonly metadata: Metadata;
  /** To be selected from or joined in other queries, such as that of a REST view. */
  readonly table: ViewTable<Name, Fields, Selection>;
}

/**
 * Defines a view that stands by itself and registers it.
 *
 * @example
 * const counts = schemaView('comment_counts', {
 *   metadata,
 *   query: (builder) =>
 *     builder
 *       .select({ articleId: comments.table.articleId, comments: count() })
 *       .from(comments.table)
 *       .groupBy(comments.table.articleId),
 * });
 *
 * @throws SchemaValidationError when the query is no select, or two columns have one name.
 */
export function schemaView<
  const Name extends string,
  Fields extends ColumnsSelection,
  Selection,
  const Schema extends string = 'public',
>(
  name: Name,
  options: SchemaViewOptions<Fields, Selection, Schema>,
): SchemaView<Name, Fields, Selection> {
  const subject = requireDefinition('view', name, options, OPTIONS);
  const { schema = 'public', metadata, comment, security } = options;
  const query =
    typeof options.query === 'function' ? options.query(new QueryBuilder()) : options.query;
  checkQuery(query, subject);
  const columns = viewFields(query, subject);
  const sql = renderSelect(query, subject);
  metadata.registerObject({
    kind: 'view',
    schema,
    name,
    ...(security ? { security } : {}),
    view: () => viewShape(query, columns, comment, subject),
    create: () => createView({ schema, name, columns, query: sql, comment, security }),
  });
  return {
    name,
    schema,
    metadata,
    table: viewTable({ schema, name }, columns) as ViewTable<Name, Fields, Selection>,
  };
}
