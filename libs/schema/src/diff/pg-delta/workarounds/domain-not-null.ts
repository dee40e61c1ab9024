import type { Fact } from '@supabase/pg-delta';

/** PostgreSQL 17 lists the NOT NULL of a domain among its constraints, and the engine says it twice. */
export function isRepeatedNotNull({ id, parent, payload }: Fact): boolean {
  return id.kind === 'constraint' && parent?.kind === 'domain' && payload['def'] === 'NOT NULL';
}
