import type { DependencyEdge, Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import { CatalogFacts, dependenciesOf, isGenerated, isNeededBy, partsOf } from './facts.js';

/**
 * The desired facts in a form in which the engine writes all columns of a new table into `CREATE TABLE`, in the order of the
 * code; else it adds some later:
 *
 * - The table, instead of its columns, depends on their types and collations, and on the functions that their defaults call.
 * - A generated column is a plain one, whose type says how it is computed.
 *
 * What calls a function that needs the table itself is left to the engine.
 */
export function withColumnOrder(source: FactBase, desired: FactBase): FactBase {
  const isNew = (table: StableId) => desired.has(table) && !source.has(table);
  // To put facts together takes its time.
  if (!desired.facts().some(({ id }) => id.kind === 'table' && isNew(id))) return desired;
  const placed = new Set<string>();
  const facts = desired.facts().map((fact) => {
    if (!isGenerated(fact) || !isNew(fact.parent!) || !isPlaceable(fact, desired)) return fact;
    placed.add(encodeId(fact.id));
    return asPlain(fact);
  });
  const edges = desired.edges.flatMap((edge): DependencyEdge[] => {
    const { from, to, kind } = edge;
    if (kind !== 'depends' || (from.kind !== 'column' && from.kind !== 'default')) return [edge];
    const table: StableId = { kind: 'table', schema: from.schema, name: from.table };
    if (placed.has(encodeId(from))) return to.kind === 'column' ? [] : [{ from: table, to, kind }];
    if (!isNew(table) || isGenerated(desired.get(from))) return [edge];
    const isFirst =
      from.kind === 'default'
        ? to.kind === 'function' && !isNeededBy(partsOf(table, desired), to, desired)
        : /^(type|domain|collation)$/.test(to.kind);
    return [isFirst ? { from: table, to, kind } : edge];
  });
  return new CatalogFacts(facts, edges);
}

/** The engine writes the columns of a partitioned table in their order, and adds all columns of one that inherits. */
function isPlaceable({ id, parent }: Fact, desired: FactBase): boolean {
  const { partitionKey = null, parentTable = null } = desired.get(parent!)?.payload ?? {};
  if (partitionKey !== null || parentTable !== null) return false;
  const parts = partsOf(parent!, desired);
  return dependenciesOf(id, desired).every(
    (needed) => parts.has(encodeId(needed)) || !isNeededBy(parts, needed, desired),
  );
}

function asPlain(column: Fact): Fact {
  const { type, collation, generatedExpr } = column.payload;
  const collated = typeof collation !== 'string' ? '' : ` COLLATE ${collation}`;
  const written = `${String(type)}${collated} GENERATED ALWAYS AS (${String(generatedExpr)}) STORED`;
  const payload = { ...column.payload, type: written, collation: null, generatedExpr: null };
  return { ...column, payload };
}
