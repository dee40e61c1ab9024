import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ColumnsSelection } from 'drizzle-orm/sql/sql';

import { ColumnError } from '../errors/errors.js';
import * as kinds from '../options/kinds.js';
import { requireDefinition, type Kinds } from '../options/require-options.js';
import { derivedName, quoteIdentifier, quoteQualified } from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';
import type { SchemaView, SchemaViewOptions } from './schema-view.js';
import { checkQuery, renderSelect, viewFields } from './select.js';
import { viewShape } from './view-shape.js';
import { viewTable, type ViewTable } from './view-table.js';

export interface MaterializedViewOptions<
  Fields extends ColumnsSelection,
  Selection,
  Schema extends string,
> extends Omit<SchemaViewOptions<Fields, Selection, Schema>, 'security'> {
  /** Indexes on columns, by key. `REFRESH … CONCURRENTLY` needs a unique one. */
  readonly indexes?: readonly ViewIndex<keyof Selection & string>[];
}

/** An index of a materialized view. */
interface ViewIndex<Key extends string> {
  readonly on: readonly Key[];
  readonly unique?: boolean;
  /** Default: made of the names of the view and the columns. */
  readonly name?: string;
}

const INDEX_OPTIONS: Kinds<ViewIndex<string>> = {
  on: kinds.required(kinds.strings),
  unique: kinds.boolean,
  name: kinds.string,
};

const OPTIONS: Kinds<MaterializedViewOptions<ColumnsSelection, unknown, string>> = {
  metadata: kinds.metadata,
  schema: kinds.string,
  query: kinds.required(kinds.query),
  comment: kinds.string,
  indexes: kinds.listOf(kinds.objectWith(INDEX_OPTIONS, 'an object with on'), 'a list of indexes'),
};

/**
 * Defines a view whose rows are stored, and registers it. Migrations fill it when they make it; from then on, your code
 * says when: `REFRESH MATERIALIZED VIEW`.
 *
 * @example
 * const counts = materializedView('comment_counts', {
 *   metadata,
 *   query: (builder) =>
 *     builder
 *       .select({ articleId: comments.table.articleId, comments: count() })
 *       .from(comments.table)
 *       .groupBy(comments.table.articleId),
 *   indexes: [{ on: ['articleId'], unique: true }],
 * });
 *
 * @throws SchemaValidationError when the query is no select, or two columns have one name.
 * @throws ColumnError when an index is on an unknown column.
 */
export function materializedView<
  const Name extends string,
  Fields extends ColumnsSelection,
  Selection,
  const Schema extends string = 'public',
>(
  name: Name,
  options: MaterializedViewOptions<Fields, Selection, Schema>,
): SchemaView<Name, Fields, Selection> {
  const subject = requireDefinition('materialized view', name, options, OPTIONS);
  const { schema = 'public', metadata, comment, indexes = [] } = options;
  const query =
    typeof options.query === 'function' ? options.query(new QueryBuilder()) : options.query;
  checkQuery(query, subject);
  const columns = viewFields(query, subject);
  const sql = renderSelect(query, subject);
  const named = new Map(columns.map((column) => [column.key, column.name]));
  const unknown = indexes.flatMap(({ on }, index) =>
    on.filter((key) => !named.has(key)).map((key) => ({ key, path: ['indexes', index, 'on'] })),
  );
  if (unknown.length > 0) {
    throw new ColumnError(
      unknown.map(({ key, path }) => ({
        code: 'unknown-column',
        subject,
        path,
        found: key,
        expected: [{ oneOf: [...named.keys()] }],
      })),
    );
  }
  const target = quoteQualified({ schema, name });
  metadata.registerObject({
    kind: 'view',
    schema,
    name,
    description: 'a materialized view',
    isMaterialized: true,
    view: () => viewShape(query, columns, comment, subject),
    create: () => [
      `CREATE MATERIALIZED VIEW ${target} (${columns.map((column) => quoteIdentifier(column.name)).join(', ')}) AS\n${sql}\nWITH NO DATA`,
      ...indexes.map(({ on, unique = false, name: own }) => {
        const names = on.map((key) => named.get(key)!);
        const index = own ?? derivedName(name, ...names, 'index');
        return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoteIdentifier(index)} ON ${target} (${names.map(quoteIdentifier).join(', ')})`;
      }),
      ...(comment === undefined
        ? []
        : [`COMMENT ON MATERIALIZED VIEW ${target} IS ${stringLiteral(comment)}`]),
    ],
  });
  return {
    name,
    schema,
    metadata,
    table: viewTable({ schema, name }, columns) as ViewTable<Name, Fields, Selection>,
  };
}
