import { Column, is } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { ColumnError } from '../errors.js';
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
  place: string,
): void {
  const allowed = new Set<unknown>(Object.values(exposed));
  const shown = fields.filter(
    ({ field }) => is(field, Column) && field.table === source.table && !allowed.has(field),
  );
  if (shown.length === 0) return;
  throw new ColumnError(
    shown.map(
      ({ key, field }) =>
        `${place}: its query selects "${key}", the column "${(field as PgColumn).name}" that "columns" or "excludeColumns" hides. Drop it from the query, or show it.`,
    ),
  );
}
