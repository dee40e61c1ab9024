import type pg from 'pg';

import { grantStatement } from '../sql/grant.js';
import { quoteIdentifier, quoteQualified, type QualifiedName } from '../sql/identifier.js';

/** A privilege that somebody else granted on a relation of ours. */
interface ForeignGrant extends QualifiedName {
  /** Where it is on one column alone. */
  readonly column: string | null;
  readonly grantee: string;
  readonly privilege: string;
  readonly grantable: boolean;
}

/**
 * Runs a script, and grants again what it took from others by rebuilding a relation.
 *
 * @param client In the transaction of the script.
 * @param roles The roles that are ours: their privileges are for the script to decide.
 */
export async function keepingForeignGrants(
  client: pg.ClientBase,
  rebuilt: readonly QualifiedName[],
  roles: readonly string[],
  script: () => Promise<unknown>,
): Promise<void> {
  const read = async (): Promise<ForeignGrant[]> =>
    rebuilt.length === 0
      ? []
      : (await client.query<ForeignGrant>(GRANTS, [JSON.stringify(rebuilt), roles])).rows;
  const before = await read();
  await script();
  if (before.length === 0) return;
  const after = new Set((await read()).map((grant) => JSON.stringify(grant)));
  for (const grant of before) {
    if (!after.has(JSON.stringify(grant)) && (await isThere(client, grant))) {
      await client.query(statementOf(grant));
    }
  }
}

function statementOf({ column, grantee, privilege, grantable, ...relation }: ForeignGrant): string {
  return grantStatement({
    privileges: [privilege],
    ...(column !== null && { columns: [column] }),
    on: quoteQualified(relation),
    to: quoteIdentifier(grantee),
    isGrantable: grantable,
  });
}

async function isThere(
  client: pg.ClientBase,
  { schema, name, column }: ForeignGrant,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = $2 AND ($3::text IS NULL OR EXISTS (
       SELECT FROM pg_catalog.pg_attribute a
       WHERE a.attrelid = c.oid AND a.attname = $3 AND NOT a.attisdropped))`,
    [schema, name, column],
  );
  return rowCount === 1;
}

const GRANTS = `
  SELECT n.nspname AS schema, c.relname AS name, acl."column", r.rolname AS grantee,
         g.privilege_type AS privilege, g.is_grantable AS grantable
  FROM json_to_recordset($1::json) AS t(schema text, name text)
  JOIN pg_catalog.pg_namespace n ON n.nspname = t.schema
  JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = t.name
  CROSS JOIN LATERAL (
    SELECT NULL::text AS "column", c.relacl AS list
    UNION ALL
    SELECT a.attname::text, a.attacl FROM pg_catalog.pg_attribute a
    WHERE a.attrelid = c.oid AND NOT a.attisdropped
  ) AS acl
  CROSS JOIN LATERAL pg_catalog.aclexplode(acl.list) AS g
  JOIN pg_catalog.pg_roles r ON r.oid = g.grantee
  WHERE g.grantee <> c.relowner AND r.rolname <> ALL ($2::text[])
  ORDER BY 1, 2, 3, 4, 5`;
