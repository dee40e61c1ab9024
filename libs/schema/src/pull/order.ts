import type { Fact, FactBase, StableId } from '@supabase/pg-delta';

import type { TablePlan } from './table-plan.js';

/** Finds the table that an object is a part of. */
export class Owners {
  readonly #plans: ReadonlyMap<string, TablePlan>;

  constructor(
    readonly facts: FactBase,
    plans: readonly TablePlan[],
  ) {
    this.#plans = new Map(
      plans.map((plan) => [keyOf(plan.fact.id.schema, plan.fact.id.name), plan]),
    );
  }

  find(schema: string, name: string): TablePlan | undefined {
    return this.#plans.get(keyOf(schema, name));
  }

  of(id: StableId): TablePlan | undefined {
    if (id.kind === 'table') return this.find(id.schema, id.name);
    if ('table' in id) return this.find(id.schema, id.table);
    if (id.kind === 'sequence') {
      const owner = this.facts.get(id)?.payload['ownedBy'] as SequenceOwner | null | undefined;
      return owner ? this.find(owner.schema, owner.table) : undefined;
    }
    if (id.kind !== 'index') return undefined;
    const parent = this.facts.get(id)?.parent;
    return parent && this.of(parent);
  }

  /** The other tables that a part of a table depends on. */
  dependenciesOf(part: Fact): readonly TablePlan[] {
    const own = this.of(part.id);
    return this.facts.outgoingEdges(part.id).flatMap(({ kind, to }) => {
      const other = kind === 'depends' ? this.of(to) : undefined;
      return other && other !== own ? [other] : [];
    });
  }

  /** The other tables whose sequences a table takes defaults from: it cannot be made before them. */
  sourcesOf({ fact }: TablePlan): readonly TablePlan[] {
    return this.facts
      .childrenOf(fact.id)
      .flatMap((column) => this.facts.childrenOf(column.id))
      .flatMap((part) => (part.id.kind === 'default' ? this.dependenciesOf(part) : []));
  }
}

interface SequenceOwner {
  readonly schema: string;
  readonly table: string;
}

function keyOf(schema: string, name: string): string {
  return JSON.stringify([schema, name]);
}

/**
 * The tables in an order in which most refer to those before them. In a circle, the first by name comes first whose
 * defaults need no later one.
 */
export function orderTables(plans: readonly TablePlan[], owners: Owners): readonly TablePlan[] {
  const needs = new Map(
    plans.map((plan) => {
      const parts = owners.facts.childrenOf(plan.fact.id);
      const sources = owners.sourcesOf(plan);
      const others = parts.flatMap((part) => owners.dependenciesOf(part));
      return [plan, { sources, all: [...sources, ...others] }];
    }),
  );
  const placed = new Set<TablePlan>();
  const rest = [...plans];
  const isPlaced = (plan: TablePlan) => placed.has(plan);
  while (rest.length > 0) {
    const next =
      rest.find((plan) => needs.get(plan)!.all.every(isPlaced)) ??
      rest.find((plan) => needs.get(plan)!.sources.every(isPlaced)) ??
      rest[0]!;
    placed.add(next);
    rest.splice(rest.indexOf(next), 1);
  }
  return [...placed];
}
