import type { Fact, FactBase } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import { CatalogFacts } from './facts.js';
import { rowTypeParts } from './row-type-parts.js';

/**
 * The `from` side without what must go in a plan of its own, before all others, because the engine finds no place for
 * it among them.
 *
 * - An index, a check, a trigger, a generated column or another part of a table that calls a function of the rows of that
 *   table.
 * - A comment on a part of a view, such as a trigger, if the part stays: the engine drops the comment after it has made
 *   the view anew, but before it makes the part.
 *
 * @returns `undefined` when nothing is of this kind.
 */
export function withoutEarlyDrops(from: FactBase, to: FactBase): FactBase | undefined {
  const gone = new Set<string>();
  const comments = from.facts().filter((fact) => isPartsComment(fact, from, to));
  for (const fact of [...rowTypeParts(from, to), ...comments]) addWithChildren(fact, from, gone);
  if (gone.size === 0) return undefined;
  return new CatalogFacts(
    from.facts().filter(({ id }) => !gone.has(encodeId(id))),
    from.edges.filter((edge) => !gone.has(encodeId(edge.from)) && !gone.has(encodeId(edge.to))),
  );
}

function isPartsComment({ id }: Fact, from: FactBase, to: FactBase): boolean {
  if (id.kind !== 'comment' || to.has(id) || !to.has(id.target)) return false;
  const whole = from.get(id.target)?.parent;
  return whole?.kind === 'view' || whole?.kind === 'materializedView';
}

function addWithChildren({ id }: Fact, facts: FactBase, gone: Set<string>): void {
  if (gone.has(encodeId(id))) return;
  gone.add(encodeId(id));
  for (const child of facts.childrenOf(id)) addWithChildren(child, facts, gone);
  // A column that is computed can have views and more on it.
  const users = facts.incomingEdges(id).filter(({ kind }) => kind === 'depends');
  for (const { from } of users) addWithChildren(facts.get(from)!, facts, gone);
}
