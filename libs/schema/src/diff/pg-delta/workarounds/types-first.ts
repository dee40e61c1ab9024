import type { DependencyEdge, FactBase, StableId } from '@supabase/pg-delta';

import { CatalogFacts } from './facts.js';

/**
 * The desired facts with each new table depending on the types of its columns. The engine then
 * makes the types first and writes the columns into `CREATE TABLE`, in the order of the code; else
 * it appends them.
 */
export function withTypesFirst(source: FactBase, desired: FactBase): FactBase {
  const added = desired.edges.flatMap(({ from, to, kind }): DependencyEdge[] => {
    if (kind !== 'depends' || from.kind !== 'column') return [];
    if (to.kind !== 'type' && to.kind !== 'domain') return [];
    const table: StableId = { kind: 'table', schema: from.schema, name: from.table };
    return source.has(table) || !desired.has(table) ? [] : [{ from: table, to, kind }];
  });
  return added.length === 0
    ? desired
    : new CatalogFacts(desired.facts(), [...desired.edges, ...added]);
}
