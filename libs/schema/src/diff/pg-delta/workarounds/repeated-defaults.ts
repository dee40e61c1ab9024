import type { Action } from '@supabase/pg-delta';

/**
 * When a column changes both its type and its default, the engine sets the default twice: with the
 * type, and once more when all that the default calls is there. Only the second is sure to run.
 */
export function withoutRepeatedDefaults(actions: readonly Action[]): Action[] {
  const last = new Map(actions.map(({ sql }, index) => [sql, index]));
  return actions.filter(({ sql }, index) => !isDefault(sql) || last.get(sql) === index);
}

function isDefault(sql: string): boolean {
  return /^ALTER TABLE .* SET DEFAULT /.test(sql);
}
