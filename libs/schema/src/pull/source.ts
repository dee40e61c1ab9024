import type pg from 'pg';

import { ownSchemas } from '../database/own-schemas.js';
import { inSnapshot } from '../database/transaction.js';
import { pgDelta, type Catalog, type Ownership } from '../diff/index.js';
import { UserError } from '../errors/errors.js';
import { formatIssue } from '../errors/format.js';

/** A database as it was found. */
export interface Source {
  readonly ownership: Ownership;
  readonly catalog: Catalog;
  /** What no catalog holds, and a file therefore lacks. */
  readonly notes: readonly string[];
}

/**
 * Reads a database.
 *
 * @param wanted The schemas to read; without them, all that no extension has made.
 * @throws {UserError} naming each schema that is not there.
 */
export function readSource(
  client: pg.Client,
  wanted: readonly string[] | undefined,
): Promise<Source> {
  return inSnapshot(client, async () => {
    const names = await ownSchemas(client);
    const absent = (wanted ?? []).filter((name) => !names.includes(name));
    if (absent.length > 0) {
      throw new UserError(
        absent.map((name) => ({
          code: 'unknown-schema',
          subject: '--schemas',
          found: name,
          expected: names,
        })),
      );
    }
    const schemas = wanted ? names.filter((name) => wanted.includes(name)) : names;
    const { rows: roles } = await client.query<Role>(ROLES, [schemas]);
    const ownership = { schemas, roles: roles.map(({ name }) => name) };
    const { catalog, left } = await readAll(client, ownership);
    return { ownership, catalog, notes: [...roles.flatMap(noteOf), ...left] };
  });
}

/** What the catalog cannot hold is named, and the rest is read. */
async function readAll(
  client: pg.Client,
  ownership: Ownership,
): Promise<{ readonly catalog: Catalog; readonly left: readonly string[] }> {
  await client.query('SAVEPOINT complete');
  try {
    return { catalog: await pgDelta.read(client, ownership, { complete: true }), left: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT complete');
    const left = error.issues.map(({ subject, fix }) =>
      formatIssue({
        code: 'not-pulled',
        subject,
        // The diff engine does not tell it from a stored one.
        ...(/^virtual generated column /.test(subject ?? '')
          ? {
              message: 'the file makes it a stored one',
              fix: 'Leave it: only a new database gets it stored. Or make it STORED in this one, too.',
            }
          : { message: 'a file cannot hold it', fix }),
      }),
    );
    return { catalog: await pgDelta.read(client, ownership), left };
  }
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
      message: `not in the file: ${more.join(', ')}`,
      fix: 'Give it to the role on each server.',
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
