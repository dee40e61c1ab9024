import type { Action, Plan as EnginePlan } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';

export interface TypeChange {
  readonly from: string;
  readonly to: string;
}

/** How the types of columns change, by column. */
export function typeChanges(plan: EnginePlan): ReadonlyMap<string, TypeChange> {
  const changes = new Map<string, TypeChange>();
  for (const delta of plan.deltas) {
    if (delta.verb !== 'set' || delta.id.kind !== 'column' || delta.attr !== 'type') continue;
    changes.set(encodeId(delta.id), { from: String(delta.from), to: String(delta.to) });
  }
  return changes;
}

/** An action does not say what it alters: that a column gets another type is in its statement alone. */
export function isRetyping(action: Action): boolean {
  return action.verb === 'alter' && action.rewriteRisk && / TYPE /.test(action.sql);
}
