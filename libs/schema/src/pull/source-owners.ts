import type pg from 'pg';

import type { Ownership } from '../diff/index.js';
import { formatIssue } from '@rowhouse/errors';

/** How many objects of a role a note names. */
const NAMED = 3;

/** Names the roles that own something and do not come along: in a new database, another user owns it. */
export async function ownerNotes(
  client: pg.Client,
  { schemas, roles }: Ownership,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ role: string; objects: string[] }>(OWNERS, [
    schemas,
    roles,
  ]);
  return rows.map(({ role, objects }) => {
    const more = objects.length > NAMED ? [`${objects.length - NAMED} more`] : [];
    return formatIssue({
      code: 'not-pulled',
      subject: `owner ${role}`,
      message: `its objects will belong to the user who runs the migrations: ${[...objects.slice(0, NAMED), ...more].join(', ')}`,
      fix: 'Run the migrations as this role, or change the owner of the objects in raw().',
    });
  });
}

/** What PostgreSQL makes with something else, such as the type of a table's rows, is left out. */
const OWNERS = `
  WITH n AS (SELECT * FROM pg_namespace WHERE nspname = ANY ($1)),
  owned(class, oid, owner) AS (
    SELECT 'pg_namespace'::regclass, oid, nspowner FROM n WHERE nspname <> 'public'
    UNION ALL SELECT 'pg_class'::regclass, c.oid, c.relowner FROM pg_class c JOIN n ON n.oid = c.relnamespace
              WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') OR c.relkind = 'S' AND NOT EXISTS (
                SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'a')
    UNION ALL SELECT 'pg_proc'::regclass, p.oid, p.proowner FROM pg_proc p JOIN n ON n.oid = p.pronamespace
    UNION ALL SELECT 'pg_type'::regclass, t.oid, t.typowner FROM pg_type t JOIN n ON n.oid = t.typnamespace
              WHERE t.typtype IN ('d', 'e', 'r') OR EXISTS (
                SELECT FROM pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c')
    UNION ALL SELECT 'pg_foreign_server'::regclass, oid, srvowner FROM pg_foreign_server
    UNION ALL SELECT 'pg_foreign_data_wrapper'::regclass, oid, fdwowner FROM pg_foreign_data_wrapper
    UNION ALL SELECT 'pg_publication'::regclass, oid, pubowner FROM pg_publication
    UNION ALL SELECT 'pg_event_trigger'::regclass, oid, evtowner FROM pg_event_trigger
  )
  SELECT r.rolname AS role, array_agg(o.type || ' ' || o.identity ORDER BY o.type, o.identity) AS objects
  FROM owned JOIN pg_roles r ON r.oid = owned.owner
  CROSS JOIN LATERAL pg_identify_object(owned.class, owned.oid, 0) AS o
  WHERE r.rolname <> ALL ($2) AND r.rolname <> current_user
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = owned.class AND d.objid = owned.oid AND d.deptype IN ('e', 'i'))
  GROUP BY r.rolname ORDER BY 1`;
