import type { Action, FactBase, StableId } from '@supabase/pg-delta';

import { dependenciesOf } from './facts.js';

/** Whether an index goes with a column of its table, so that no statement, and no lock, is needed for it. */
export function goesWithColumn(
  { verb }: Action,
  id: StableId,
  { from, to }: { readonly from: FactBase; readonly to: FactBase },
): boolean {
  if (verb !== 'drop' || id.kind !== 'index' || to.has(id)) return false;
  return dependenciesOf(id, from).some(
    (needed) =>
      needed.kind === 'column' &&
      !to.has(needed) &&
      to.has({ kind: 'table', schema: needed.schema, name: needed.table }),
  );
}
