import type pg from 'pg';

import { formatIssue } from '@rowhouse/errors';

/** The roles that come along, and what of them does not. */
export async function rolesOf(
  client: pg.Client,
  schemas: readonly string[],
): Promise<{ readonly roles: readonly string[]; readonly notes: readonly string[] }> {
  const { rows } = await client.query<Role>(ROLES, [schemas]);
  return { roles: rows.map(({ name }) => name), notes: rows.flatMap(noteOf) };
}

interface Role {
  readonly name: string;
  /** What `registerRole` does not say. */
  readonly more: readonly string[];
}

function noteOf({ name, more }: Role): readonly string[] {
  if (more.length === 0) return [];
  return [
    formatIssue({
      code: 'not-pulled',
      subject: `role ${name}`,
      message: `the file does not contain its ${more.join(', ')}`,
      fix: 'Set this for the role on each server.',
    }),
  ];
}

/** The roles that are granted something, or that a policy is for, and those that they are members of. */
const ROLES = `
  WITH RECURSIVE n AS (SELECT * FROM pg_namespace WHERE nspname = ANY ($1)),
  acl(owner, list) AS (
    SELECT nspowner, nspacl FROM n
    UNION ALL SELECT relowner, relacl FROM pg_class JOIN n ON n.oid = relnamespace
    UNION ALL SELECT relowner, attacl FROM pg_attribute JOIN pg_class c ON c.oid = attrelid JOIN n ON n.oid = relnamespace
    UNION ALL SELECT proowner, proacl FROM pg_proc JOIN n ON n.oid = pronamespace
    UNION ALL SELECT typowner, typacl FROM pg_type JOIN n ON n.oid = typnamespace
  ),
  named(role) AS (
    SELECT g.grantee FROM acl, aclexplode(list) AS g
    WHERE g.grantee NOT IN (owner, current_user::regrole)
    UNION SELECT unnest(polroles) FROM pg_policy JOIN pg_class c ON c.oid = polrelid JOIN n ON n.oid = relnamespace
  ),
  all_of(role) AS (
    SELECT role FROM named
    UNION SELECT m.roleid FROM all_of JOIN pg_auth_members m ON m.member = all_of.role
  )
  SELECT rolname AS name, array_remove(ARRAY[
           CASE WHEN rolsuper THEN 'SUPERUSER' END, CASE WHEN rolcreaterole THEN 'CREATEROLE' END,
           CASE WHEN rolcreatedb THEN 'CREATEDB' END, CASE WHEN rolreplication THEN 'REPLICATION' END,
           CASE WHEN rolbypassrls THEN 'BYPASSRLS' END, CASE WHEN rolconnlimit >= 0 THEN 'CONNECTION LIMIT' END,
           CASE WHEN rolconfig IS NOT NULL THEN 'settings' END,
           CASE WHEN shobj_description(r.oid, 'pg_authid') IS NOT NULL THEN 'comment' END,
           (SELECT 'membership in ' || string_agg(g.rolname, ', ' ORDER BY g.rolname) FROM pg_auth_members m
            JOIN pg_roles g ON g.oid = m.roleid WHERE m.member = r.oid AND g.rolname ~ '^pg_')], NULL) AS more
  FROM all_of JOIN pg_roles r ON r.oid = all_of.role
  WHERE rolname !~ '^pg_'
  ORDER BY 1`;
