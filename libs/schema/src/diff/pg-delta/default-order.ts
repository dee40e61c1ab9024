import type { Action } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

/**
 * When a column changes its type, the engine sets its default anew, but does not tell that this
 * must wait for the change: where the new type is made by the same plan, the default came first.
 * This puts it behind.
 */
export function withDefaultsAfterTypes(actions: readonly Action[]): readonly Action[] {
  const changesOfType = new Map<string, number>();
  actions.forEach((action, index) => {
    if (/ TYPE /.test(action.sql)) changesOfType.set(columnOf(action) ?? '', index);
  });
  const waiting = new Map<number, Action[]>();
  const ordered: Action[] = [];
  actions.forEach((action, index) => {
    const column = columnOf(action);
    const change = column === undefined ? undefined : changesOfType.get(column);
    if (change !== undefined && change > index && / SET DEFAULT /.test(action.sql)) {
      waiting.set(change, [...(waiting.get(change) ?? []), action]);
    } else {
      ordered.push(action, ...(waiting.get(index) ?? []));
    }
  });
  return ordered;
}

/** The column that an action alters. */
function columnOf({ verb, consumes }: Action): string | undefined {
  const id = consumes[0];
  return verb === 'alter' && id?.kind === 'column' ? encodeId(id) : undefined;
}
