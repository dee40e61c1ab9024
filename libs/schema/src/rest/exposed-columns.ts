import { getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { text, type Issue } from '@rowhouse/errors';
import type { Problem } from '../errors/errors.js';

import { ColumnError } from '../errors/errors.js';

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
  subject: string,
): Record<string, PgColumn> {
  const all: Record<string, PgColumn> = getTableColumns(source.table);
  const { columns, excludeColumns } = options;
  const problems: Problem[] = [
    ...nameProblems(source, 'columns', columns),
    ...nameProblems(source, 'excludeColumns', excludeColumns),
  ];
  if (columns && excludeColumns) {
    problems.push({
      code: 'exclusive-keys',
      message: text`${'columns'} and ${'excludeColumns'} cannot be used together`,
      fix: 'Keep one.',
    });
  }
  const hidden = new Set(excludeColumns);
  const keys = columns ?? Object.keys(all).filter((key) => !hidden.has(key));
  if (keys.length === 0) {
    problems.push({
      code: 'no-columns',
      path: [columns ? 'columns' : 'excludeColumns'],
      message: `${columns ? 'is empty' : 'hides every column'}, but a view needs at least one`,
    });
  }
  if (problems.length > 0) {
    throw new ColumnError(problems.map((problem): Issue => ({ subject, ...problem })));
  }
  return Object.fromEntries(keys.map((key) => [key, all[key]!]));
}

function nameProblems(
  source: DefinedTable,
  option: string,
  keys: readonly string[] | undefined,
): Problem[] {
  const known = getTableColumns(source.table);
  return (keys ?? []).flatMap((key, index): Problem[] => {
    const path = [option, index];
    if (!Object.hasOwn(known, key)) return [unknownColumn(path, key, source.table)];
    if (keys?.indexOf(key) === index) return [];
    return [{ code: 'duplicate-column', path, message: text`${key} is listed twice` }];
  });
}
