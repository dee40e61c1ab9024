import type { DependencyEdge, Fact, StableId } from '@supabase/pg-delta';
import { encodeId, FactBase } from '@supabase/pg-delta/core';

/**
 * Facts that are listed once. The planner lists all facts anew, and searches the list, for each object
 * it creates, which with hundreds of tables is most of its time. The list is not frozen: V8 searches
 * frozen arrays several times slower.
 */
export class CatalogFacts extends FactBase {
  #list: Fact[] | undefined;

  constructor(facts: readonly Fact[], edges: readonly DependencyEdge[]) {
    super([...facts], [...edges], 'snapshot');
  }

  override facts(): Fact[] {
    this.#list ??= super.facts();
    return this.#list;
  }
}

/** What an object needs. */
export function dependenciesOf(id: StableId, facts: FactBase): StableId[] {
  return facts.outgoingEdges(id).flatMap(({ kind, to }) => (kind === 'depends' ? [to] : []));
}

/** Whether an object is a column that is computed from others. */
export function isGenerated(fact: Fact | undefined): boolean {
  return fact?.id.kind === 'column' && typeof fact.payload['generatedExpr'] === 'string';
}

/** The keys of a table and of its parts. */
export function partsOf(table: StableId, facts: FactBase): ReadonlySet<string> {
  return new Set([table, ...facts.childrenOf(table).map(({ id }) => id)].map(encodeId));
}

/** Whether something needs a table or a part of it, be it by way of others. */
export function isNeededBy(parts: ReadonlySet<string>, id: StableId, facts: FactBase): boolean {
  const seen = new Set<string>();
  const pending = [id];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const key = encodeId(next);
    if (parts.has(key)) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    pending.push(...dependenciesOf(next, facts));
  }
  return false;
}
