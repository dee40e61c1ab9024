import type { Action, FactBase, StableId } from '@supabase/pg-delta';

/** The engine drops a default before each change of type, whether there is one or not. */
export function isIdle(action: Action, id: StableId, from: FactBase): boolean {
  if (action.verb !== 'alter' || id.kind !== 'column' || !/ DROP DEFAULT$/.test(action.sql)) {
    return false;
  }
  return !from.has({ ...id, kind: 'default' });
}
