import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import type { QualifiedName } from '../../../sql/identifier.js';
import { CatalogFacts, dependenciesOf } from './facts.js';

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
 * - A column keeps its type for as long as a trigger or the body of a function in SQL names it.
 * - A partition goes with its table.
 * - A function stays for as long as a column is computed by it, or an aggregate made of it.
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
      return dependenciesOf(fact.id, from).some(
        (id) => isOfOtherType(id, from, to) || isDropped(id, from, to),
      )
        ? { generatedExpr: `${String(computed)} replaced` }
        : undefined;
    }
    const becomesIdentity = (to.get(fact.id)?.payload['identity'] ?? null) !== null;
    return becomesIdentity && !INTEGERS.has(typeOf(fact)) ? { collation: 'replaced' } : undefined;
  }
  if (fact.id.kind === 'constraint' && fact.payload['type'] === 'f') {
    const ends = from.outgoingEdges(fact.id).map((edge) => edge.to);
    const isRetyped = ends.some((id) => changesFamily(id, from, to));
    return isRetyped ? { def: `${String(fact.payload['def'])} replaced` } : undefined;
  }
  if (fact.id.kind === 'table') {
    const above = partitionedTable(fact);
    return above && isDividedAnew(above, from, to)
      ? { partitionBound: `${String(fact.payload['partitionBound'])} replaced` }
      : undefined;
  }
  if (fact.id.kind === 'trigger') {
    const isRetyped = dependenciesOf(fact.id, from).some((id) => isOfOtherType(id, from, to));
    return isRetyped ? { def: `${String(fact.payload['def'])} replaced` } : undefined;
  }
  if (isRoutine(fact.id)) {
    const isRetyped = dependenciesOf(fact.id, from).some((id) => isOfOtherType(id, from, to));
    return isRetyped ? { language: 'replaced' } : undefined;
  }
  if (fact.id.kind === 'aggregate') {
    const isRemade = dependenciesOf(fact.id, from).some((id) => isDropped(id, from, to));
    return isRemade ? { sfunc: 'replaced' } : undefined;
  }
  return undefined;
}

/** What `CREATE OR REPLACE` cannot change of a function. */
const UNCHANGEABLE = ['returnType', 'argSignature', 'language', 'isWindow'];

/** Whether a function is dropped, for good or to be made anew, itself or for what its body names. */
function isDropped(
  id: StableId,
  from: FactBase,
  to: FactBase,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  const [before, after] = [from.get(id), to.get(id)];
  if (!isRoutine(id) || !before || seen.has(encodeId(id))) return false;
  if (!after) return true;
  if (UNCHANGEABLE.some((name) => before.payload[name] !== after.payload[name])) return true;
  const withThis = new Set([...seen, encodeId(id)]);
  return dependenciesOf(id, from).some(
    (other) => isOfOtherType(other, from, to) || isDropped(other, from, to, withThis),
  );
}

/** Whether a table is dropped, with its partitions, and made anew. */
function isDividedAnew(id: StableId, from: FactBase, to: FactBase): boolean {
  const [before, after] = [from.get(id), to.get(id)];
  if (!before || !after) return false;
  const differs = (name: string) =>
    JSON.stringify(before.payload[name] ?? null) !== JSON.stringify(after.payload[name] ?? null);
  if (['partitionKey', 'partitionBound', 'parentTable'].some(differs)) return true;
  const above = partitionedTable(before);
  return above !== undefined && isDividedAnew(above, from, to);
}

function partitionedTable({ payload }: Fact): StableId | undefined {
  const parent = payload['parentTable'] as QualifiedName | null | undefined;
  return parent ? { kind: 'table', schema: parent.schema, name: parent.name } : undefined;
}

function isRoutine({ kind }: StableId): boolean {
  return kind === 'function' || kind === 'procedure';
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
