import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import { stringLiteral } from './literals.js';

/** Facts of a catalog that a file says in typed code, by their ids. */
export class Typed {
  readonly #facts = new Map<string, Fact>();

  /** @param as What the code makes of it, where that is less than the whole of it. */
  add(fact: Fact, as: Fact = fact): void {
    this.#facts.set(encodeId(fact.id), as);
  }

  has(id: StableId): boolean {
    return this.#facts.has(encodeId(id));
  }

  facts(): readonly Fact[] {
    return [...this.#facts.values()];
  }
}

/** What is attached to an object: its columns, constraints, comments, privileges. */
export function partsOf(facts: FactBase, id: StableId): readonly Fact[] {
  return facts.childrenOf(id).flatMap((child) => [child, ...partsOf(facts, child.id)]);
}

/** Two ids of the same object. */
export function isSame(one: StableId, other: StableId): boolean {
  return encodeId(one) === encodeId(other);
}

/** The comment on an object. */
export function commentOn(facts: FactBase, id: StableId): Fact | undefined {
  return facts.get({ kind: 'comment', target: id });
}

/** The text of a comment as a literal. */
export function commentText(comment: Fact): string {
  return stringLiteral(String(comment.payload['text']));
}

/** The facts of a kind, by their names. */
export function sortedFacts(facts: FactBase, kind: StableId['kind']): Fact[] {
  return facts
    .facts()
    .filter(({ id }) => id.kind === kind)
    .sort((a, b) => (sortKey(a.id) < sortKey(b.id) ? -1 : 1));
}

function sortKey(id: StableId): string {
  const { schema = '', name = '' } = id as { schema?: string; name?: string };
  return JSON.stringify([schema, name]);
}
