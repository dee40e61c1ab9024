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
}

function keyOf(schema: string, name: string): string {
  return JSON.stringify([schema, name]);
}

/** The tables in an order in which most refer to those before them: in a circle, the first by name comes first. */
export function orderTables(plans: readonly TablePlan[], owners: Owners): readonly TablePlan[] {
  const needs = new Map(
    plans.map((plan) => {
      const parts = owners.facts.childrenOf(plan.fact.id);
      return [plan, new Set(parts.flatMap((part) => owners.dependenciesOf(part)))];
    }),
  );
  const placed = new Set<TablePlan>();
  const rest = [...plans];
  while (rest.length > 0) {
    const ready = rest.findIndex((plan) =>
      [...needs.get(plan)!].every((other) => placed.has(other)),
    );
    placed.add(rest.splice(Math.max(ready, 0), 1)[0]!);
  }
  return [...placed];
}
