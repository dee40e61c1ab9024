import type { Fact, FactBase } from '@supabase/pg-delta';

/**
 * A table without its replica identity, where that is the index of a partition: the engine does not read such an
 * index, which PostgreSQL makes with the index of the whole table.
 */
export function withoutPartitionIdentity(fact: Fact, all: FactBase): Fact {
  const { id, payload } = fact;
  const name = payload['replicaIdentityIndex'];
  if (id.kind !== 'table' || typeof name !== 'string') return fact;
  const { schema, name: table } = id;
  if (all.has({ kind: 'index', schema, name })) return fact;
  if (all.has({ kind: 'constraint', schema, table, name })) return fact;
  return { ...fact, payload: { ...payload, replicaIdentity: 'd', replicaIdentityIndex: null } };
}
