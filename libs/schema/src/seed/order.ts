import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';

import { topologicalOrder } from '../graph/topological-order.js';
import { RowId, type Seed } from '../metadata/seed.js';
import { readableObject } from '../sql/identifier.js';

/**
 * Seeds with those first whose tables others refer to; else in the order of the code, which also holds where they refer
 * to each other in a circle.
 */
export function inOrderOfReferences(seeds: readonly Seed[]): readonly Seed[] {
  const result = topologicalOrder(seeds, (seed) => {
    const referred = referredTables(seed);
    return seeds.filter((other) => referred.has(readableObject(other)));
  });
  return 'order' in result ? result.order : seeds;
}

/** The other tables that the rows of a seed refer to. */
function referredTables({ table, rows, ...self }: Seed): ReadonlySet<string> {
  const { foreignKeys } = getTableConfig(table);
  const given = new Set(
    rows.flatMap((row) => Object.keys(row).filter((key) => (row[key] ?? null) !== null)),
  );
  const keyed = table as PgTable & Record<string, unknown>;
  const columns = new Set([...given].map((key) => keyed[key]));
  const referred = foreignKeys.flatMap((foreignKey) => {
    const reference = foreignKey.reference();
    if (!reference.columns.some((column) => columns.has(column))) return [];
    const { schema = 'public', name } = getTableConfig(reference.foreignTable);
    return [readableObject({ schema, name })];
  });
  const named = rows.flatMap((row) =>
    Object.values(row).flatMap((value) =>
      value instanceof RowId ? [readableObject(value.table)] : [],
    ),
  );
  const all = new Set([...referred, ...named]);
  all.delete(readableObject(self));
  return all;
}
