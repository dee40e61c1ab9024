import type { DependencyEdge, Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import { CatalogFacts, dependenciesOf, isGenerated } from './facts.js';

/** A catalog to pass through on the way from one to another. */
export interface Waypoint {
  readonly facts: FactBase;
  /** Types that columns change to after it: all their values must be usable there. */
  readonly types: ReadonlySet<string>;
}

/**
 * The engine changes columns before types, and does not know that a column whose type becomes one
 * that the same plan makes or changes must wait for it: its rows and its default may name a value
 * that is yet to come. Such a plan is made in two, by way of the catalog in which all is as it will
 * be, but those columns are of their old type still, and what refers to them is yet to be made.
 *
 * @returns `undefined` when one plan will do.
 */
export function waypointBetween(from: FactBase, to: FactBase): Waypoint | undefined {
  const columns = new Map<string, Fact>();
  const types = new Set<string>();
  for (const fact of to.facts()) {
    if (fact.id.kind !== 'column') continue;
    const old = from.get(fact.id);
    if (!old || old.payload['type'] === fact.payload['type']) continue;
    // A computed column is made anew.
    if (isGenerated(old) || isGenerated(fact)) continue;
    const awaited = dependenciesOf(fact.id, to).filter((id) => !isSame(id, from, to));
    if (awaited.length === 0) continue;
    columns.set(encodeId(fact.id), fact);
    for (const id of awaited) types.add(encodeId(id));
  }
  if (columns.size === 0) return undefined;
  const later = madeAfter([...columns.values()], from, to);
  return later && { facts: passedThrough(columns, later, from, to), types };
}

/** What refers to the columns, and so is made after they have changed. */
function madeAfter(
  columns: readonly Fact[],
  from: FactBase,
  to: FactBase,
): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  const pending: Fact[] = [];
  const add = (fact: Fact) => {
    if (found.has(encodeId(fact.id))) return;
    found.add(encodeId(fact.id));
    pending.push(fact);
  };
  const dependentsOf = (id: StableId) =>
    to.incomingEdges(id).flatMap((edge) => (edge.kind === 'depends' ? [to.get(edge.from)!] : []));
  for (const { id } of columns) {
    to.childrenOf(id)
      .filter((child) => child.id.kind === 'default')
      .forEach(add);
    dependentsOf(id)
      .filter((fact) => !isCarriedAlong(fact, from, to))
      .forEach(add);
  }
  for (let fact = pending.pop(); fact; fact = pending.pop()) {
    if (holdsRows(fact)) return undefined;
    to.childrenOf(fact.id).forEach(add);
    dependentsOf(fact.id).forEach(add);
  }
  return found;
}

/** PostgreSQL itself rebuilds an index or a constraint when a column of it changes its type. */
function isCarriedAlong({ id }: Fact, from: FactBase, to: FactBase): boolean {
  return (id.kind === 'index' || id.kind === 'constraint') && isSame(id, from, to);
}

/** Such a thing cannot go and come back. */
function holdsRows(fact: Fact): boolean {
  return fact.id.kind === 'table' || (fact.id.kind === 'column' && !isGenerated(fact));
}

function passedThrough(
  columns: ReadonlyMap<string, Fact>,
  later: ReadonlySet<string>,
  from: FactBase,
  to: FactBase,
): FactBase {
  const edges: DependencyEdge[] = to.edges.filter(
    (edge) =>
      !columns.has(encodeId(edge.from)) &&
      !later.has(encodeId(edge.from)) &&
      !later.has(encodeId(edge.to)),
  );
  const facts = to.facts().flatMap((fact): Fact[] => {
    const key = encodeId(fact.id);
    if (later.has(key)) return [];
    if (!columns.has(key)) return [fact];
    const { payload } = from.get(fact.id)!;
    const stays = dependenciesOf(fact.id, from).every(
      (id) => isSame(id, from, to) && !later.has(encodeId(id)),
    );
    if (stays) edges.push(...from.outgoingEdges(fact.id));
    const type = stays ? payload['type'] : textLike(String(payload['type']));
    const collation = stays ? payload['collation'] : null;
    return [{ ...fact, payload: { ...fact.payload, type, collation } }];
  });
  return new CatalogFacts(facts, edges);
}

/** What holds any value of a type that goes, or loses values, itself. */
function textLike(type: string): string {
  return type.endsWith('[]') ? 'text[]' : 'text';
}

function isSame(id: StableId, from: FactBase, to: FactBase): boolean {
  return from.has(id) && to.has(id) && from.hashOf(id) === to.hashOf(id);
}
