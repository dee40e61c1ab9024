import { Column, is } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { text, type Issue } from '@rowhouse/errors';

import { ColumnError } from '../errors/errors.js';

import type { DefinedTable } from '../table/types.js';
import type { ViewField } from '../views/select.js';

/**
 * `query` may not bring back what `columns` or `excludeColumns` hide.
 *
 * @throws ColumnError with each column that it selects all the same.
 */
export function refuseHiddenColumns(
  fields: readonly ViewField[],
  exposed: Readonly<Record<string, PgColumn>>,
  source: DefinedTable,
  subject: string,
): void {
  const allowed = new Set<unknown>(Object.values(exposed));
  const hidden = fields.filter(
    ({ field }) => is(field, Column) && field.table === source.table && !allowed.has(field),
  );
  if (hidden.length === 0) return;
  throw new ColumnError(
    hidden.map(({ key, field }): Issue => ({
      code: 'hidden-column',
      subject,
      path: ['query'],
      message: text`selects ${key}, the column ${(field as PgColumn).name}, which 'columns' or 'excludeColumns' hides`,
      fix: 'Drop it from the query, or show it.',
    })),
  );
}
