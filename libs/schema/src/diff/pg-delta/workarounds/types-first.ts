import type { DependencyEdge, FactBase, StableId } from '@supabase/pg-delta';

import { CatalogFacts } from './facts.js';

/**
 * The desired facts with each new table depending on the types of its columns. The engine then
 * makes the types first and writes the columns into `CREATE TABLE`, in the order of the code; else
 * it appends them. If such a type is that of a table's rows, the table's generated columns come first, too: the
 * engine adds them one by one, and PostgreSQL adds none to a table whose rows another one has.
 */
export function withTypesFirst(source: FactBase, desired: FactBase): FactBase {
  const added = desired.edges.flatMap(({ from, to, kind }): DependencyEdge[] => {
    if (kind !== 'depends' || from.kind !== 'column') return [];
    const table: StableId = { kind: 'table', schema: from.schema, name: from.table };
    if (source.has(table) || !desired.has(table)) return [];
    if (to.kind === 'type' || to.kind === 'domain') return [{ from: table, to, kind }];
    if (to.kind !== 'table') return [];
    return desired
      .childrenOf(to)
      .filter(({ payload }) => typeof payload['generatedExpr'] === 'string')
      .map(({ id }) => ({ from: table, to: id, kind }));
  });
  return added.length === 0
    ? desired
    : new CatalogFacts(desired.facts(), [...desired.edges, ...added]);
}
