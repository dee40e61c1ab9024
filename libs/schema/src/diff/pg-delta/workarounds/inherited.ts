import type { StableId } from '@supabase/pg-delta';
import type pg from 'pg';

/**
 * What the engine would make a second time, or apart from what it belongs to: columns that a table both defines and
 * inherits, and foreign tables that are partitions or inherit columns.
 */
export async function inheritedObjects(client: pg.ClientBase): Promise<StableId[]> {
  const { rows } = await client.query<{ id: StableId }>(INHERITED);
  return rows.map(({ id }) => id);
}

const INHERITED = `
  SELECT json_build_object('kind', 'column', 'schema', n.nspname, 'table', c.relname, 'name', a.attname) AS id
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attislocal AND a.attinhcount > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT json_build_object('kind', 'foreignTable', 'schema', n.nspname, 'name', c.relname)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'f' AND EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid)`;
