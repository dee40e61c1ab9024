import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import { sortedFacts, type Typed } from './facts.js';
import type { Names } from './names.js';

export interface PulledEnum {
  readonly fact: Fact;
  /** The name of its constant. */
  readonly constant: string;
}

/** The enums of a database. Those that a column has are written as code. */
export class Enums {
  readonly #all = new Map<string, PulledEnum>();
  readonly #used = new Set<string>();

  constructor(
    readonly facts: FactBase,
    constants: Names,
  ) {
    for (const fact of sortedFacts(facts, 'type')) {
      if (fact.payload['variant'] !== 'enum') continue;
      const constant = constants.take((fact.id as { name: string }).name, 'enum');
      this.#all.set(encodeId(fact.id), { fact, constant });
    }
  }

  readonly has = (key: string): boolean => this.#all.has(key);

  /** Those that columns have, in the order in which they were met. */
  used(): readonly PulledEnum[] {
    return [...this.#used].map((key) => this.#all.get(key)!);
  }

  /** The constant of the enum that a column has; the enum is noted in `typed`. */
  constantOf(column: StableId, typed: Typed): string | undefined {
    const key = this.facts
      .outgoingEdges(column)
      .map(({ to }) => encodeId(to))
      .find(this.has);
    if (key === undefined) return undefined;
    this.#used.add(key);
    const { fact, constant } = this.#all.get(key)!;
    typed.add(fact);
    typed.add(usedByEverybody(fact));
    return constant;
  }
}

/** What everybody may do with a type from the start. */
function usedByEverybody({ id }: Fact): Fact {
  return {
    id: { kind: 'acl', target: id, grantee: 'PUBLIC' },
    parent: id,
    payload: { privileges: ['USAGE'], grantable: [] },
  };
}
