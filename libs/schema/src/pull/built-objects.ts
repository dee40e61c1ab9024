import type { Fact, FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

import { domainCode } from './domain.js';
import { sortedFacts } from './facts.js';
import type { Names } from './names.js';
import { partitionCode } from './partition.js';
import { sequenceCode } from './sequence.js';
import type { Imports } from './source-code.js';
import type { TablePlan } from './table-plan.js';

/** An object that its builder can make. */
export interface BuiltObject {
  /** The name of its constant. */
  readonly constant: string;
  /** Whether its builder makes the comment on it as well. */
  readonly hasComment: boolean;
  /** The statement that makes it. */
  code(imports: Imports): string;
}

/** The domains, sequences and partitions that builders can make; all others are left to SQL. */
export class BuiltObjects {
  readonly #objects = new Map<string, BuiltObject>();

  /** @param tableOf The table of a name, where `table()` makes it. */
  constructor(
    readonly facts: FactBase,
    readonly constants: Names,
    readonly tableOf: (schema: string, name: string) => TablePlan | undefined,
  ) {
    for (const fact of sortedFacts(facts, 'domain')) this.#add(fact, domainCode(fact, facts));
    for (const fact of sortedFacts(facts, 'sequence')) this.#add(fact, sequenceCode(fact, facts));
    for (const fact of sortedFacts(facts, 'table')) this.#partition(fact);
  }

  find(id: StableId): BuiltObject | undefined {
    return this.#objects.get(encodeId(id));
  }

  /** The constant of the domain or sequence that something depends on. */
  constantFor(id: StableId, kind: 'domain' | 'sequence'): string | undefined {
    const to = this.facts.outgoingEdges(id).find((edge) => edge.to.kind === kind)?.to;
    return to && this.find(to)?.constant;
  }

  /** The constant of a partition, which can only be made where the table is that it is a part of. */
  #partition(fact: Fact): string | undefined {
    const known = this.find(fact.id);
    if (known) return known.constant;
    const { partitionBound, parentTable } = fact.payload;
    if (partitionBound === null || parentTable === null) return undefined;
    const { schema, name } = parentTable as { readonly schema: string; readonly name: string };
    const above = this.facts.get({ kind: 'table', schema, name });
    const parent = this.tableOf(schema, name)?.constant ?? (above && this.#partition(above));
    return parent && this.#add(fact, partitionCode(fact, parent));
  }

  #add({ id }: Fact, code: ((imports: Imports) => string) | undefined): string | undefined {
    if (!code) return undefined;
    const kind = id.kind === 'table' ? 'partition' : id.kind;
    const constant = this.constants.take((id as { name: string }).name, kind);
    this.#objects.set(encodeId(id), {
      constant,
      hasComment: kind !== 'partition',
      code: (imports) => `export const ${constant} = ${code(imports)};`,
    });
    return constant;
  }
}
