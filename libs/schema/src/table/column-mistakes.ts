import { is } from 'drizzle-orm';
import { PgColumn, PgColumnBuilder } from 'drizzle-orm/pg-core';

import { refuse } from '../errors/errors.js';
import type { Issue } from '@rowhouse/errors';
import * as kinds from '../options/kinds.js';
import { requireArgument } from '../options/require-options.js';

/** A column's references as drizzle keeps them until it builds the column. */
interface References {
  readonly foreignKeyConfigs: readonly { readonly ref: () => unknown }[];
}

/**
 * Sees that columns are what drizzle's functions make: `schema.config.ts` runs without its types
 * being checked.
 *
 * @throws {SchemaValidationError} naming each column that is something else.
 */
export function requireColumns(subject: string, columns: unknown): void {
  requireArgument(subject, ['columns'], columns, kinds.columns);
  const issues = Object.entries(columns as object).flatMap(([key, value]): readonly Issue[] => {
    if (is(value, PgColumnBuilder)) return [];
    const fix =
      typeof value === 'function' ? 'Call it' : 'Define it with a function of drizzle-orm/pg-core';
    return [
      {
        code: 'no-column-definition',
        subject,
        path: [key],
        found: value,
        expected: ["a column's definition"],
        fix: `${fix}, as in ${key}: text().`,
      },
    ];
  });
  refuse(issues);
}

/**
 * Sees that what columns refer to are columns.
 *
 * @throws {SchemaValidationError} naming each column that refers to something else.
 */
export function requireReferences(
  subject: string,
  columns: Readonly<Record<string, unknown>>,
): void {
  const issues = Object.entries(columns).flatMap(([key, builder]) =>
    (builder as References).foreignKeyConfigs.flatMap(({ ref }): readonly Issue[] => {
      const target = ref();
      if (is(target, PgColumn)) return [];
      return [
        {
          code: 'not-a-reference',
          subject,
          path: [key, 'references'],
          found: target,
          expected: ['a column'],
          fix: 'The columns of a table() are under .table, as in .references(() => authors.table.id).',
        },
      ];
    }),
  );
  refuse(issues);
}
