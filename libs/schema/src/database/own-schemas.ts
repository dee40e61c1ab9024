import type pg from 'pg';

/**
 * Names of the schemas that a database holds, without PostgreSQL's and this library's own, sorted. `public`, and a schema
 * of extensions, count where they hold more than extensions have made.
 */
export async function ownSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(SCHEMAS);
  return rows.map(({ name }) => name);
}

const SCHEMAS = `
  SELECT nspname AS name FROM pg_namespace n
  WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'rowhouse', 'rowhouse_claims')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_namespace'::regclass AND objid = n.oid AND deptype = 'e')
    AND (nspname <> 'public' AND NOT EXISTS (SELECT FROM pg_extension WHERE extnamespace = n.oid) OR EXISTS (
      SELECT 'pg_class'::regclass AS classid, oid FROM pg_class WHERE relnamespace = n.oid
      UNION ALL SELECT 'pg_proc'::regclass, oid FROM pg_proc WHERE pronamespace = n.oid
      UNION ALL SELECT 'pg_type'::regclass, oid FROM pg_type WHERE typnamespace = n.oid AND typtype <> 'b'
      EXCEPT SELECT classid, objid FROM pg_depend WHERE deptype IN ('e', 'i')))
  ORDER BY 1`;
