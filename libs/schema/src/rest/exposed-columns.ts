import { getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { ColumnError } from '../errors.js';
import { unknownColumn } from '../table/column-names.js';
import type { DefinedTable } from '../table/types.js';

/**
 * The columns of `source` that `columns` or `excludeColumns` leave, by key, in the order of `columns`
 * or else of the table.
 *
 * @throws ColumnError for an unknown or repeated name, both options at once, or no column left.
 */
export function exposedColumns(
  source: DefinedTable,
  options: {
    readonly columns?: readonly string[] | undefined;
    readonly excludeColumns?: readonly string[] | undefined;
  },
  place: string,
): Record<string, PgColumn> {
  const all: Record<string, PgColumn> = getTableColumns(source.table);
  const { columns, excludeColumns } = options;
  const problems = [
    ...nameProblems(source, 'columns', columns, place),
    ...nameProblems(source, 'excludeColumns', excludeColumns, place),
  ];
  if (columns && excludeColumns) {
    problems.push(`${place}: "columns" and "excludeColumns" exclude each other. Keep one.`);
  }
  const hidden = new Set(excludeColumns);
  const keys = columns ?? Object.keys(all).filter((key) => !hidden.has(key));
  if (keys.length === 0) {
    problems.push(
      `${place}: ${columns ? '"columns" is empty' : '"excludeColumns" hides every column'}; a view needs one at least.`,
    );
  }
  if (problems.length > 0) throw new ColumnError(problems);
  return Object.fromEntries(keys.map((key) => [key, all[key]!]));
}

function nameProblems(
  source: DefinedTable,
  option: string,
  keys: readonly string[] | undefined,
  place: string,
): string[] {
  const known = getTableColumns(source.table);
  return (keys ?? []).flatMap((key, index) => {
    if (!Object.hasOwn(known, key)) return [unknownColumn(`"${option}"`, key, source.table, place)];
    return keys?.indexOf(key) === index ? [] : [`${place}: "${option}" has "${key}" twice.`];
  });
}
