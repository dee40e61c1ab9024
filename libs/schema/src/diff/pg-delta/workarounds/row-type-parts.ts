import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';
import { dependenciesOf, isNeededBy } from './facts.js';

/** Parts of a table that can call a function, and that the engine does not drop before their table. */
const PART = /^(index|constraint|trigger|rule|default)$/;

/**
 * Whether a part goes with its table, and calls a function that takes a row of that very table: the function can go
 * neither before the one nor after the other.
 */
export function isRowTypePart(fact: Fact, from: FactBase, to: FactBase): boolean {
  const { id, parent } = fact;
  const table = id.kind === 'default' ? parent && from.get(parent)?.parent : parent;
  if (!PART.test(id.kind) || !table || to.has(table)) return false;
  return callsFunctionOf(fact, table, from);
}

/** Whether something that the part needs, other than its table, needs the table. */
function callsFunctionOf(part: Fact, table: StableId, facts: FactBase): boolean {
  const own = new Set([table, ...facts.childrenOf(table).map(({ id }) => id)].map(encodeId));
  return dependenciesOf(part.id, facts).some(
    (id) => !own.has(encodeId(id)) && isNeededBy(table, id, facts),
  );
}
