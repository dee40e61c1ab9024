import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import { CatalogFacts } from './facts.js';

/**
 * The engine lets an index go with its table. Where the index calls a function that takes a row of that very table, the
 * function can go neither before the one nor after the other. This gives the `from` side without such indexes: they are
 * dropped in a plan of their own, before.
 *
 * @returns `undefined` when no such index goes.
 */
export function withoutRowTypeIndexes(from: FactBase, to: FactBase): FactBase | undefined {
  const gone = new Set<string>();
  for (const fact of from.facts()) {
    if (fact.id.kind !== 'index' || !fact.parent || to.has(fact.parent)) continue;
    if (callsFunctionOf(fact, fact.parent, from)) addWithChildren(fact, from, gone);
  }
  if (gone.size === 0) return undefined;
  return new CatalogFacts(
    from.facts().filter(({ id }) => !gone.has(encodeId(id))),
    from.edges.filter((edge) => !gone.has(encodeId(edge.from)) && !gone.has(encodeId(edge.to))),
  );
}

/** Whether something that the index needs, other than its table, needs the table. */
function callsFunctionOf(index: Fact, table: StableId, facts: FactBase): boolean {
  const own = new Set([table, ...facts.childrenOf(table).map(({ id }) => id)].map(encodeId));
  const pending = dependenciesOf(index.id, facts).filter((id) => !own.has(encodeId(id)));
  const seen = new Set<string>();
  for (let id = pending.pop(); id; id = pending.pop()) {
    if (own.has(encodeId(id))) return true;
    if (seen.has(encodeId(id))) continue;
    seen.add(encodeId(id));
    pending.push(...dependenciesOf(id, facts));
  }
  return false;
}

function dependenciesOf(id: StableId, facts: FactBase): StableId[] {
  return facts.outgoingEdges(id).flatMap(({ kind, to }) => (kind === 'depends' ? [to] : []));
}

function addWithChildren({ id }: Fact, facts: FactBase, gone: Set<string>): void {
  gone.add(encodeId(id));
  for (const child of facts.childrenOf(id)) addWithChildren(child, facts, gone);
}
