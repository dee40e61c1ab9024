import type { Fact, FactBase, Plan as EnginePlan } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import { CatalogFacts } from './facts.js';

/**
 * PostgreSQL does not let a transaction use an enum value that it added. When a plan may do both,
 * this gives the `from` side with those enums altered so that the engine sees values go as well as
 * come, and plans a replacement of the type, which one transaction may do.
 *
 * @param usedLater Enums that the transaction uses after the plan.
 * @returns `undefined` when the plan is fine as it is.
 */
export function withReplacedEnums(
  from: FactBase,
  to: FactBase,
  plan: EnginePlan,
  usedLater: ReadonlySet<string>,
): FactBase | undefined {
  const grown = new Set(
    plan.actions
      .filter(({ transactionality }) => transactionality === 'commitBoundaryAfter')
      .flatMap(({ consumes }) => consumes.slice(0, 1))
      .map(encodeId),
  );
  if (grown.size === 0) return undefined;
  if (![...grown].some((key) => usedLater.has(key)) && !isUsed(grown, to, plan)) return undefined;
  const facts = from.facts().map((fact): Fact => {
    if (!grown.has(encodeId(fact.id))) return fact;
    const values = fact.payload['values'] as string[];
    let placeholder = 'replaced';
    while (values.includes(placeholder)) placeholder += '_';
    return { ...fact, payload: { ...fact.payload, values: [...values, placeholder] } };
  });
  return new CatalogFacts(facts, from.edges);
}

/**
 * Whether something new or changed, other than a column, refers to one of the enums: it may name a
 * new value.
 */
function isUsed(enums: ReadonlySet<string>, to: FactBase, plan: EnginePlan): boolean {
  return plan.deltas.some((delta) => {
    if (delta.verb !== 'add' && delta.verb !== 'set') return false;
    const id = delta.verb === 'add' ? delta.fact.id : delta.id;
    return (
      id.kind !== 'column' &&
      to.outgoingEdges(id).some((edge) => edge.kind === 'depends' && enums.has(encodeId(edge.to)))
    );
  });
}

/** The engine gives a type that it replaces another name first: its statement alone says so. */
export function isSteppingAside(sql: string): boolean {
  return / RENAME TO ".*__pgdelta_replaced/.test(sql);
}
