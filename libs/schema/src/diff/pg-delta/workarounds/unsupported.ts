import type { FactBase } from '@supabase/pg-delta';
import type pg from 'pg';

import type { Issue } from '@rowhouse/errors';
import { kindOf, objectName } from '../object-name.js';
import { RECURSIVE_VIEWS } from './recursive-views.js';
import { adviceOn } from './unsupported-advice.js';
import { FIRST_OWN, UNSUPPORTED_KINDS } from './unsupported-kinds.js';
import { UNSUPPORTED_PARTS } from './unsupported-parts.js';

/** What a scratch database holds, as the engine has read it. */
export interface ScratchDatabase {
  readonly schemas: readonly string[];
  readonly serverMajor: number;
  readonly all: FactBase;
  /** What of `all` the project owns. */
  readonly owned: FactBase;
}

/**
 * Names what a scratch database holds and a catalog cannot say, so that it is refused rather than
 * left out.
 */
export async function unsupported(
  client: pg.ClientBase,
  { schemas, serverMajor, all, owned }: ScratchDatabase,
): Promise<readonly Issue[]> {
  const { rows } = await client.query<{ name: string }>(
    `${UNSUPPORTED}${UNSUPPORTED_KINDS}${UNSUPPORTED_PARTS}${serverMajor >= 16 ? COLLATION_RULES : ''}${serverMajor >= 18 ? NOT_NULL_CONSTRAINTS : ''} ORDER BY 1`,
    [schemas],
  );
  const found = [
    ...foreignDefaults(all, owned, schemas),
    ...ofServers(all, owned),
    ...hiddenOptions(owned),
    ...foreignRoles(owned),
    ...rows.map(({ name }) => name),
  ];
  return found.map((name) => ({
    code: 'unsupported-object',
    subject: name,
    message: 'migrations do not support it',
    fix: adviceOn(name).fix,
  }));
}

/** Default privileges of roles that are not the project's. */
function foreignDefaults(
  all: FactBase,
  owned: FactBase,
  schemas: readonly string[],
): readonly string[] {
  const names = all.facts().flatMap(({ id }) => {
    if (id.kind !== 'defaultPrivilege' || owned.has(id)) return [];
    if (id.schema !== null && !schemas.includes(id.schema)) return [];
    return [`default privileges of ${objectName({ kind: 'role', name: id.role })}`];
  });
  return [...new Set(names)];
}

/** What belongs to a server: subscriptions, and user mappings of roles that are not the project's. */
function ofServers(all: FactBase, owned: FactBase): readonly string[] {
  return all.facts().flatMap(({ id }) => {
    if (id.kind !== 'subscription' && id.kind !== 'userMapping') return [];
    return owned.has(id) ? [] : [`${kindOf(id)} ${objectName(id)}`];
  });
}

/** Options whose values the engine hides, for they may be passwords. */
function hiddenOptions(owned: FactBase): readonly string[] {
  return owned.facts().flatMap(({ id, payload }) => {
    if (!JSON.stringify(payload).includes('__OPTION_')) return [];
    return [`options of ${kindOf(id)} ${objectName(id)}`];
  });
}

/** Roles of policies that are not the project's, such as the migrating user, whose name differs from server to server. */
function foreignRoles(owned: FactBase): readonly string[] {
  return owned.facts().flatMap(({ id, payload }) => {
    if (id.kind !== 'policy') return [];
    return (payload['roles'] as string[])
      .filter((name) => name !== 'PUBLIC' && !owned.has({ kind: 'role', name }))
      .map((name) => `role ${objectName({ kind: 'role', name })} of policy ${objectName(id)}`);
  });
}

const defaultOf = (column: string) =>
  `SELECT pg_get_expr(adbin, adrelid) AS expr FROM pg_attrdef WHERE adrelid = ${column}.attrelid AND adnum = ${column}.attnum`;

/** What extensions have made, and whether its privileges are others than those that it came with. */
const PRIVILEGES_OF_MEMBERS = `
  SELECT d.refobjid AS extension, d.classid, d.objid,
         ARRAY(SELECT g::text FROM aclexplode(o.acl) AS g ORDER BY 1)
           <> ARRAY(SELECT g::text FROM aclexplode(coalesce(p.initprivs, acldefault(o.kind, o.owner))) AS g ORDER BY 1) AS is_changed
  FROM (SELECT 'pg_proc'::regclass, oid, 'f'::"char", proowner, proacl FROM pg_proc
        UNION ALL SELECT 'pg_class'::regclass, oid, CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner, relacl FROM pg_class
        UNION ALL SELECT 'pg_type'::regclass, oid, 'T'::"char", typowner, typacl FROM pg_type
       ) AS o(class, oid, kind, owner, acl)
  JOIN pg_depend d ON d.classid = o.class AND d.objid = o.oid AND d.deptype = 'e' AND o.acl IS NOT NULL
  LEFT JOIN pg_init_privs p ON p.classoid = o.class AND p.objoid = o.oid AND p.objsubid = 0`;

const UNSUPPORTED = `
  WITH n AS (SELECT oid, nspname FROM pg_namespace WHERE nspname = ANY ($1))
  SELECT format('virtual generated column %I.%I.%I', n.nspname, c.relname, a.attname) AS name
  FROM n JOIN pg_class c ON c.relnamespace = n.oid JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE a.attgenerated = 'v'
  UNION ALL
  SELECT format('typed table %I.%I', n.nspname, c.relname)
  FROM n JOIN pg_class c ON c.relnamespace = n.oid WHERE c.reloftype <> 0
  UNION ALL
  -- It is not on each partition, and the engine takes it for complete.
  SELECT format('incomplete index %I.%I', n.nspname, c.relname)
  FROM n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'I'
  JOIN pg_index i ON i.indexrelid = c.oid AND NOT i.indisvalid
  UNION ALL
  SELECT format('view %I.%I, which reads itself', v.schema, v.name)
  FROM n JOIN (${RECURSIVE_VIEWS}) AS v ON v.schema = n.nspname
  UNION ALL
  SELECT format('conversion %I.%I', n.nspname, v.conname)
  FROM n JOIN pg_conversion v ON v.connamespace = n.oid
  UNION ALL
  SELECT 'large objects' FROM pg_largeobject_metadata HAVING count(*) > 0
  UNION ALL
  SELECT DISTINCT format('privileges on language %I', lanname)
  FROM pg_language CROSS JOIN aclexplode(lanacl) AS g WHERE g.grantee >= ${FIRST_OWN}
  UNION ALL
  SELECT DISTINCT 'privileges on the database'
  FROM pg_database CROSS JOIN aclexplode(datacl) AS g
  WHERE datname = current_database() AND g.grantee >= ${FIRST_OWN} AND g.grantee <> datdba
  UNION ALL
  SELECT 'comment on the database' FROM pg_database
  WHERE datname = current_database() AND oid >= ${FIRST_OWN} AND shobj_description(oid, 'pg_database') IS NOT NULL
  UNION ALL
  -- It is there from the start, with what the server's version says.
  SELECT 'comment on schema public' FROM pg_namespace
  WHERE nspname = 'public' AND obj_description(oid, 'pg_namespace') <> 'standard public schema'
  UNION ALL
  SELECT 'privileges of PUBLIC on schema public' FROM pg_namespace
  WHERE nspname = 'public' AND ARRAY(
    SELECT privilege_type FROM aclexplode(coalesce(nspacl, acldefault('n', nspowner))) WHERE grantee = 0 ORDER BY 1
  ) <> '{USAGE}'
  UNION ALL
  SELECT CASE s.setrole WHEN 0 THEN 'settings of the database'
              ELSE format('settings of role %s in the database', s.setrole::regrole) END
  FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
  WHERE d.datname = current_database()
  UNION ALL
  SELECT format('comment on extension %I', e.extname)
  FROM pg_extension e JOIN pg_available_extensions a ON a.name = e.extname
  WHERE obj_description(e.oid, 'pg_extension') IS DISTINCT FROM a.comment
  UNION ALL
  SELECT DISTINCT format('privileges on %s of extension %I', pg_describe_object(m.classid, m.objid, 0), e.extname)
  FROM (${PRIVILEGES_OF_MEMBERS}) AS m JOIN pg_extension e ON e.oid = m.extension
  WHERE m.is_changed
  UNION ALL
  SELECT format('%s column %I.%I.%I', what, n.nspname, c.relname, a.attname)
  FROM n JOIN pg_class c ON c.relnamespace = n.oid
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  CROSS JOIN LATERAL (VALUES
    ('privileges on', a.attacl IS NOT NULL),
    ('comment on', c.relkind <> 'm' AND col_description(c.oid, a.attnum) IS NOT NULL)
  ) AS had(what, has)
  WHERE had.has AND (c.relkind = 'm' OR a.attinhcount > 0)
  UNION ALL
  SELECT format('second parent of table %I.%I', n.nspname, c.relname)
  FROM n JOIN pg_class c ON c.relnamespace = n.oid
  JOIN pg_inherits i ON i.inhrelid = c.oid AND i.inhseqno = 2
  UNION ALL
  SELECT format('shell type %I.%I', n.nspname, t.typname)
  FROM n JOIN pg_type t ON t.typnamespace = n.oid AND NOT t.typisdefined
  UNION ALL
  SELECT format('state of trigger %I on partition %I.%I', t.tgname, n.nspname, c.relname)
  FROM n JOIN pg_class c ON c.relnamespace = n.oid
  JOIN pg_trigger t ON t.tgrelid = c.oid
  JOIN pg_trigger p ON p.oid = t.tgparentid AND p.tgenabled <> t.tgenabled
  UNION ALL
  SELECT format('%s of inherited column %I.%I.%I',
                CASE WHEN own.expr IS DISTINCT FROM above.expr THEN 'default' ELSE 'NOT NULL' END,
                n.nspname, c.relname, a.attname)
  FROM n JOIN pg_class c ON c.relnamespace = n.oid
  JOIN pg_inherits i ON i.inhrelid = c.oid
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_attribute pa ON pa.attrelid = i.inhparent AND pa.attname = a.attname AND NOT pa.attisdropped
  LEFT JOIN LATERAL (${defaultOf('a')}) AS own ON true
  LEFT JOIN LATERAL (${defaultOf('pa')}) AS above ON true
  WHERE a.attinhcount > 0 AND (own.expr IS DISTINCT FROM above.expr
    OR a.attnotnull AND NOT pa.attnotnull AND NOT EXISTS (
      SELECT FROM pg_index WHERE indrelid = c.oid AND indisprimary AND a.attnum = ANY (indkey)))`;

/** Since PostgreSQL 16 a collation may have rules of its own. */
const COLLATION_RULES = `
  UNION ALL
  SELECT format('rules of collation %I.%I', n.nspname, v.collname)
  FROM n JOIN pg_collation v ON v.collnamespace = n.oid AND v.collicurules IS NOT NULL`;

/** Since PostgreSQL 18 NOT NULL is a constraint with a name and attributes. */
const NOT_NULL_CONSTRAINTS = `
  UNION ALL
  SELECT format('NOT NULL constraint %I of %I.%I (NO INHERIT, NOT VALID or a name of its own)',
                k.conname, n.nspname, c.relname)
  FROM n JOIN pg_class c ON c.relnamespace = n.oid
  JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'n' AND k.coninhcount = 0
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
  WHERE k.connoinherit OR NOT k.convalidated
    OR k.conname <> format('%s_%s_not_null', c.relname, a.attname)
       AND octet_length(format('%s_%s_not_null', c.relname, a.attname)) < 64
       AND k.conname !~ '_not_null[0-9]*$'`;
