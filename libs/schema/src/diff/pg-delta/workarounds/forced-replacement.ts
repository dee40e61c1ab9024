import type { Fact, FactBase, StableId } from '@supabase/pg-delta';

import { CatalogFacts } from './facts.js';

const INTEGERS = new Set(['smallint', 'integer', 'bigint']);

/**
 * What the engine would change in place, and PostgreSQL does not let it: the `from` side with a
 * mark on it that the engine takes for a reason to drop it and make it anew.
 *
 * - A column of another type cannot become an identity column, for that comes before the change
 *   of type.
 * - A column keeps its type for as long as another is computed from it.
 * - A foreign key stands in the way while the columns at its ends change their types one after
 *   the other.
 */
export function withForcedReplacements(from: FactBase, to: FactBase): FactBase {
  let isMarked = false;
  const facts = from.facts().map((fact): Fact => {
    const mark = markOf(fact, from, to);
    if (!mark) return fact;
    isMarked = true;
    return { ...fact, payload: { ...fact.payload, ...mark } };
  });
  return isMarked ? new CatalogFacts(facts, from.edges) : from;
}

function markOf(fact: Fact, from: FactBase, to: FactBase): Fact['payload'] | undefined {
  if (fact.id.kind === 'column') {
    const computed = fact.payload['generatedExpr'] ?? null;
    if (computed !== null) {
      const isRetyped = from
        .outgoingEdges(fact.id)
        .some((edge) => isOfOtherType(edge.to, from, to));
      return isRetyped ? { generatedExpr: `${String(computed)} replaced` } : undefined;
    }
    const becomesIdentity = (to.get(fact.id)?.payload['identity'] ?? null) !== null;
    return becomesIdentity && !INTEGERS.has(typeOf(fact)) ? { collation: 'replaced' } : undefined;
  }
  if (fact.id.kind === 'constraint' && fact.payload['type'] === 'f') {
    const ends = from.outgoingEdges(fact.id).map((edge) => edge.to);
    const isRetyped = ends.some((id) => changesFamily(id, from, to));
    return isRetyped ? { def: `${String(fact.payload['def'])} replaced` } : undefined;
  }
  return undefined;
}

function isOfOtherType(id: StableId, from: FactBase, to: FactBase): boolean {
  const [before, after] = [from.get(id), to.get(id)];
  return id.kind === 'column' && !!before && !!after && typeOf(before) !== typeOf(after);
}

/**
 * Whether a column changes to a type that its old one is not compared with; integers of all sizes
 * are.
 */
function changesFamily(id: StableId, from: FactBase, to: FactBase): boolean {
  const isInteger = (facts: FactBase) => INTEGERS.has(typeOf(facts.get(id)!));
  return isOfOtherType(id, from, to) && !(isInteger(from) && isInteger(to));
}

function typeOf(column: Fact): string {
  return String(column.payload['type']);
}
