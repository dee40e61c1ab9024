import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';
import { dependenciesOf } from './facts.js';

/** Parts of a table that can call a function, and that the engine does not drop before their table. */
const PART = /^(index|constraint|trigger|rule)$/;

/**
 * Whether a part goes with its table, and calls a function that takes a row of that very table: the function can go
 * neither before the one nor after the other.
 */
export function isRowTypePart(fact: Fact, from: FactBase, to: FactBase): boolean {
  if (!PART.test(fact.id.kind) || !fact.parent || to.has(fact.parent)) return false;
  return callsFunctionOf(fact, fact.parent, from);
}

/** Whether something that the part needs, other than its table, needs the table. */
function callsFunctionOf(part: Fact, table: StableId, facts: FactBase): boolean {
  const own = new Set([table, ...facts.childrenOf(table).map(({ id }) => id)].map(encodeId));
  const pending = dependenciesOf(part.id, facts).filter((id) => !own.has(encodeId(id)));
  const seen = new Set<string>();
  for (let id = pending.pop(); id; id = pending.pop()) {
    if (own.has(encodeId(id))) return true;
    if (seen.has(encodeId(id))) continue;
    seen.add(encodeId(id));
    pending.push(...dependenciesOf(id, facts));
  }
  return false;
}
