import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import { CatalogFacts, dependenciesOf } from './facts.js';

/**
 * The `from` side with the types that columns change to and that are yet to be made: the engine changes columns before it
 * creates types, so these get a plan of their own.
 *
 * @returns `undefined` when there are none.
 */
export function withNewTypes(from: FactBase, to: FactBase): FactBase | undefined {
  const added = new Map<string, Fact>();
  const add = (id: StableId): void => {
    const fact = to.get(id);
    if (!fact || from.has(id) || added.has(encodeId(id))) return;
    added.set(encodeId(id), fact);
    if (fact.parent) add(fact.parent);
    for (const other of dependenciesOf(id, to)) add(other);
    for (const part of to.childrenOf(id)) add(part.id);
  };
  for (const { id, payload } of to.facts()) {
    const before = id.kind === 'column' ? from.get(id) : undefined;
    if (!before || before.payload['type'] === payload['type']) continue;
    for (const type of dependenciesOf(id, to)) {
      if (type.kind === 'type' || type.kind === 'domain') add(type);
    }
  }
  if (added.size === 0) return undefined;
  const edges = to.edges.filter(
    (edge) => added.has(encodeId(edge.from)) && (added.has(encodeId(edge.to)) || from.has(edge.to)),
  );
  return new CatalogFacts([...from.facts(), ...added.values()], [...from.edges, ...edges]);
}
