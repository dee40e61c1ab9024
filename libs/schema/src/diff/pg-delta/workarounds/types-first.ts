import type { DependencyEdge, FactBase, StableId } from '@supabase/pg-delta';

import { CatalogFacts, isGenerated, isNeededBy, partsOf } from './facts.js';

/**
 * The desired facts with each new table, instead of its columns, depending on the types and collations of these, and on
 * the functions that their defaults call. The engine then makes these first and writes the columns into `CREATE TABLE`, in
 * the order of the code; else it appends them, as it does with columns whose defaults depend on functions themselves. If
 * such a type is that of a table's rows, the table's generated columns come first, too: the engine may add one later, and
 * PostgreSQL adds none to a table whose rows another one has. `generated-columns.ts` has what generated columns need.
 */
export function withTypesFirst(source: FactBase, desired: FactBase): FactBase {
  const edges = desired.edges.flatMap((edge): DependencyEdge[] => {
    const { from, to, kind } = edge;
    if (kind !== 'depends' || (from.kind !== 'column' && from.kind !== 'default')) return [edge];
    const table: StableId = { kind: 'table', schema: from.schema, name: from.table };
    if (source.has(table) || !desired.has(table) || isGenerated(desired.get(from))) return [edge];
    if (from.kind === 'default') {
      const isFirst = to.kind === 'function' && !isNeededBy(partsOf(table, desired), to, desired);
      return isFirst ? [{ from: table, to, kind }] : [edge];
    }
    if (/^(type|domain|collation)$/.test(to.kind)) return [{ from: table, to, kind }];
    if (to.kind !== 'table') return [edge];
    const generated = desired
      .childrenOf(to)
      .filter(isGenerated)
      .map(({ id }) => ({ from: table, to: id, kind }));
    return [edge, ...generated];
  });
  return new CatalogFacts(desired.facts(), edges);
}
