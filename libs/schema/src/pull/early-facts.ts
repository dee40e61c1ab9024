import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import { partsOf, type Typed } from './facts.js';

/** What is there before the first statement of a file. */
export const BASE = /^(schema|role|membership|extension)$/;

/**
 * What the typed code needs and does not make itself, so that SQL has to make it before.
 *
 * @param isEnum Whether the typed code can take what SQL has made.
 * @param demote Called for typed code that needs typed code by way of SQL.
 */
export function earlyFacts(
  facts: FactBase,
  typed: Typed,
  isEnum: (key: string) => boolean,
  demote: (fact: Fact) => void,
): Map<string, Fact> {
  const early = new Map<string, Fact>();
  const visit = (id: StableId, seeker: Fact): void => {
    const key = encodeId(id);
    const fact = facts.get(id);
    if (!fact || early.has(key) || BASE.test(id.kind)) return;
    if (typed.has(id)) {
      if (isEnum(key)) early.set(key, fact);
      else demote(seeker);
      return;
    }
    early.set(key, withoutOwner(fact));
    if (fact.parent) visit(fact.parent, seeker);
    const parts = partsOf(facts, id).filter(isDefinition);
    for (const part of [fact, ...parts]) {
      early.set(encodeId(part.id), withoutOwner(part));
      for (const { to, kind } of facts.outgoingEdges(part.id)) {
        if (kind === 'depends') visit(to, seeker);
      }
    }
  };
  for (const fact of typed.facts()) {
    if (fact.id.kind === 'comment' || fact.id.kind === 'acl') continue;
    for (const { to, kind } of facts.outgoingEdges(fact.id)) {
      if (kind === 'depends' && !typed.has(to)) visit(to, fact);
    }
  }
  return early;
}

/** What an object is made of, in contrast to what is attached to it later. */
function isDefinition({ id, payload }: Fact): boolean {
  if (id.kind === 'constraint') return payload['type'] !== 'f';
  if (id.kind === 'acl') return id.grantee === 'PUBLIC';
  // Their builders make it along with them.
  if (id.kind === 'comment') return /^(domain|sequence)$/.test(id.target.kind);
  return /^(column|default|typeAttribute)$/.test(id.kind);
}

/** A sequence as it is before the table of its column is there. */
function withoutOwner(fact: Fact): Fact {
  if (fact.id.kind !== 'sequence') return fact;
  return { ...fact, payload: { ...fact.payload, ownedBy: null } };
}
