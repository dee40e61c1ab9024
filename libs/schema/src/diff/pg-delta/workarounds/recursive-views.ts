import type { StableId } from '@supabase/pg-delta';
import type pg from 'pg';

/** Views that read themselves, by `CREATE OR REPLACE VIEW`: no statement creates them as they are. */
export const RECURSIVE_VIEWS = `
  WITH RECURSIVE direct(reader, relation) AS (
    SELECT r.ev_class, d.refobjid
    FROM pg_rewrite r
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.deptype = 'n'
      AND d.refclassid = 'pg_class'::regclass
    -- Before PostgreSQL 16, the rule of every view names the view itself, but none of its columns.
    WHERE r.ev_type = '1'
      AND (d.refobjid <> r.ev_class OR d.refobjsubid > 0 OR current_setting('server_version_num')::integer >= 160000)
  ),
  reads(reader, relation) AS (
    SELECT reader, relation FROM direct
    UNION
    SELECT reads.reader, direct.relation FROM reads JOIN direct ON direct.reader = reads.relation
  )
  SELECT n.nspname AS schema, c.relname AS name
  FROM reads
  JOIN pg_class c ON c.oid = reads.reader
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE reads.reader = reads.relation`;

/** What the engine would create as it is. */
export async function recursiveViews(client: pg.ClientBase): Promise<StableId[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(RECURSIVE_VIEWS);
  return rows.map((view) => ({ kind: 'view', ...view }));
}
