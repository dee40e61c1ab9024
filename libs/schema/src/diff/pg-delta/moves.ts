import type { Fact, FactBase, StableId } from '@supabase/pg-delta';

import type { QualifiedName } from '../../sql/identifier.js';
import type { Moves, PartitionPlace } from '../engine.js';
import type { FactCatalog } from './catalog.js';

/** What PostgreSQL moves as it is, where the engine would make it anew. */
export function movesBetween({ facts: from }: FactCatalog, { facts: to }: FactCatalog): Moves {
  const attached = from.facts().flatMap(({ id }) => {
    const [before, after] = [placeOf(from.get(id)), placeOf(to.get(id))];
    if (!after || (before && isSame(before, after)) || !isMovable(id, after, from, to)) return [];
    return [after];
  });
  const moved = new Set(attached.map(nameIn));
  const parents = new Set(attached.map(({ parent }) => nameIn(parent)));
  const detached = from.facts().flatMap((fact) => {
    const before = placeOf(fact);
    if (!before) return [];
    // One that goes makes room for those that stay, and a foreign key on its table would hold it.
    const leaves = to.has(fact.id)
      ? moved.has(nameIn(before)) || !placeOf(to.get(fact.id))
      : parents.has(nameIn(before.parent)) || isReferenced(before.parent, from, to);
    return leaves ? [before] : [];
  });
  return { extensions: movedExtensions(from, to), detached, attached };
}

function movedExtensions(from: FactBase, to: FactBase): Moves['extensions'] {
  return from.facts().flatMap(({ id, payload: before }) => {
    const after = to.get(id)?.payload;
    if (id.kind !== 'extension' || !after || before['schema'] === after['schema']) return [];
    if (before['relocatable'] === false) return [];
    return [{ name: id.name, from: String(before['schema']), to: String(after['schema']) }];
  });
}

/** Where a table is a partition. */
function placeOf(fact: Fact | undefined): PartitionPlace | undefined {
  if (fact?.id.kind !== 'table') return undefined;
  const { schema, name } = fact.id;
  const bound = fact.payload['partitionBound'] ?? null;
  const parent = fact.payload['parentTable'] as QualifiedName | null | undefined;
  if (bound === null || !parent) return undefined;
  return {
    schema,
    name,
    parent: { schema: parent.schema, name: parent.name },
    bound: String(bound),
  };
}

/** Whether neither the table nor the one that it becomes a partition of is made anew for how it is divided. */
function isMovable(
  id: StableId,
  { parent }: PartitionPlace,
  from: FactBase,
  to: FactBase,
): boolean {
  const keyOf = (facts: FactBase, table: StableId) => facts.get(table)?.payload['partitionKey'];
  const whole: StableId = { kind: 'table', schema: parent.schema, name: parent.name };
  const key = keyOf(from, whole) ?? null;
  return key !== null && key === keyOf(to, whole) && keyOf(from, id) === keyOf(to, id);
}

/** Whether a foreign key of another table refers to a partitioned table that stays. */
function isReferenced({ schema, name }: QualifiedName, from: FactBase, to: FactBase): boolean {
  const table: StableId = { kind: 'table', schema, name };
  if (!to.has(table)) return false;
  const above = placeOf(from.get(table))?.parent;
  if (above && isReferenced(above, from, to)) return true;
  return [table, ...from.childrenOf(table).map(({ id }) => id)].some((part) =>
    from.incomingEdges(part).some(({ from: user }) => {
      if (user.kind !== 'constraint') return false;
      const isOwn = user.schema === schema && user.table === name;
      return !isOwn && from.get(user)?.payload['type'] === 'f';
    }),
  );
}

function isSame(one: PartitionPlace, other: PartitionPlace): boolean {
  return one.bound === other.bound && nameIn(one.parent) === nameIn(other.parent);
}

function nameIn({ schema, name }: QualifiedName): string {
  return JSON.stringify([schema, name]);
}
