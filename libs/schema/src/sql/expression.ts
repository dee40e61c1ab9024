import { is, Param, Placeholder, type Column, type SQLWrapper } from 'drizzle-orm';

import { quoteIdentifier } from './identifier.js';
import { sqlLiteral } from './literal.js';

export interface RenderOptions {
  /**
   * `qualified` writes a column with its schema and table, as a query needs it; `bare` by its name
   * alone, as the definition of its own table needs it. Default: `qualified`.
   */
  readonly columns?: 'qualified' | 'bare';
  /** Called with each column that stands in the text. */
  readonly onColumn?: (column: Column) => void;
}

/**
 * A drizzle expression or query as SQL text without parameters.
 *
 * Values become literals by our own emitter: drizzle's `inlineParams()` writes a `Date` in its local,
 * informal notation, an array without quotes, and refuses a `bigint`.
 *
 * @throws TypeError when it holds a placeholder, or a value that SQL cannot.
 */
export function renderExpression(expression: SQLWrapper, options: RenderOptions = {}): string {
  const { sql } = expression.getSQL().toQuery({
    casing: namesOf(options.onColumn) as never,
    escapeName: quoteIdentifier,
    escapeParam: (_index, value) => literal(value),
    escapeString: sqlLiteral,
    ...(options.columns === 'bare' ? { invokeSource: 'indexes' as const } : {}),
  });
  return sql;
}

/** A value; drizzle also hands over placeholders, bare or as a parameter's value. */
function literal(value: unknown): string {
  const placeholder = is(value, Param) ? value.value : value;
  if (!is(placeholder, Placeholder)) return sqlLiteral(value);
  throw new TypeError(`The placeholder "${placeholder.name}" has no value.`);
}

/** Column names are taken as they are; drizzle's type is a class with a private cache. */
function namesOf(onColumn: (column: Column) => void = () => undefined) {
  return {
    getColumnCasing: (column: Column) => {
      onColumn(column);
      return column.name;
    },
  };
}
