import { getTableColumns, sql } from 'drizzle-orm';
import { timestamp, uniqueIndex, type PgColumn } from 'drizzle-orm/pg-core';
import { text, type Issue } from '@rowhouse/errors';

import { ColumnError } from '../errors/errors.js';
import { derivedName, readableObject } from '../sql/identifier.js';
import type { Plugin } from './plugin.js';

const columns = () => ({ deletedAt: timestamp('deleted_at', { withTimezone: true }) });

/** What a table has besides the time of a soft delete. */
export interface SoftDeleteOptions {
  /** Columns, or lists of several, that no two rows share unless one of them is deleted. */
  readonly unique?: readonly (string | readonly string[])[];
}

/**
 * Adds `deleted_at`, which is NULL until the row is deleted softly, and unique indexes that leave deleted rows out: a
 * new row can have the values of a deleted one.
 */
export function softDelete({ unique = [] }: SoftDeleteOptions = {}): Plugin<
  ReturnType<typeof columns>
> {
  const keys = unique.map((key) => (typeof key === 'string' ? [key] : key));
  return {
    name: 'softDelete',
    run: ({ name, schema, constraints, onTable }) => {
      constraints((self) =>
        keys.map((key) => {
          const [first, ...rest] = key.map((each) => self[each]!) as [PgColumn, ...PgColumn[]];
          const names = [first, ...rest].map((column) => column.name);
          return uniqueIndex(derivedName(name, ...names, 'unique'))
            .on(first, ...rest)
            .where(sql`${self['deletedAt']!} IS NULL`);
        }),
      );
      onTable((table) => {
        const known = Object.keys(getTableColumns(table));
        const unknown = keys.flat().filter((key) => !known.includes(key));
        if (unknown.length === 0) return;
        throw new ColumnError(
          unknown.map((found): Issue => ({
            code: 'unknown-column',
            subject: `table ${readableObject({ schema, name })}`,
            path: ['softDelete', 'unique'],
            found,
            expected: ['a column of the table'],
            fix: text`It has ${known}.`,
          })),
        );
      });
      return columns();
    },
  };
}
