import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';
import { dependenciesOf, isGenerated, isNeededBy, partsOf } from './facts.js';

/** Parts of a table that can call a function, and that the engine does not drop before their table. */
const PART = /^(index|constraint|trigger|rule|default)$/;

/**
 * The parts that go with their table, and call a function that takes a row of that very table: the function can go
 * neither before the one nor after the other.
 */
export function rowTypeParts(from: FactBase, to: FactBase): Fact[] {
  const parts = new Map<string, ReadonlySet<string>>();
  return from.facts().filter((fact) => {
    if (!PART.test(fact.id.kind) && !isGenerated(fact)) return false;
    const table = tableOf(fact, from);
    if (!table || to.has(table)) return false;
    const key = encodeId(table);
    let own = parts.get(key);
    if (!own) parts.set(key, (own = partsOf(table, from)));
    return callsFunctionOf(fact, own, from);
  });
}

function tableOf({ id, parent }: Fact, facts: FactBase): StableId | undefined {
  return id.kind === 'default' ? parent && facts.get(parent)?.parent : parent;
}

/** Whether something that the part needs, other than its table, needs the table. */
function callsFunctionOf(part: Fact, own: ReadonlySet<string>, facts: FactBase): boolean {
  return dependenciesOf(part.id, facts).some(
    (id) => !own.has(encodeId(id)) && isNeededBy(own, id, facts),
  );
}
