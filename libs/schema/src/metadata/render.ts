import { quoteIdentifier, quoteQualified } from '../sql/identifier.js';
import { dollarQuoted, stringLiteral } from '../sql/literal.js';
import type { GrantDefinition, GrantTarget, RoleDefinition } from './definitions.js';
import type { Metadata } from './metadata.js';

/** The roles of `metadata` and their memberships, which belong to the whole server. */
export function renderRoleStatements(metadata: Metadata): readonly string[] {
  return [...metadata.roles().map(createRole), ...metadata.roles().flatMap(grantMemberships)];
}

/** All of `metadata` as DDL for an empty database, ordered by dependency: roles first. */
export function renderStatements(metadata: Metadata): readonly string[] {
  const objects = metadata.objects();
  return [
    ...renderRoleStatements(metadata),
    ...metadata
      .schemaNames()
      .filter((name) => name !== 'public')
      .map(createSchema),
    ...objects.flatMap((object) => object.create()),
    ...objects.flatMap((object) => object.complete?.() ?? []),
    ...metadata.grants().map(grantPrivileges),
  ];
}

/**
 * Roles belong to the whole server, so another database may have made it before, or be making it now.
 */
function createRole({ name, login = false, inherit = true }: RoleDefinition): string {
  const attributes = `${login ? 'LOGIN' : 'NOLOGIN'} ${inherit ? 'INHERIT' : 'NOINHERIT'}`;
  return unlessExists(
    `SELECT FROM pg_catalog.pg_roles WHERE rolname = ${stringLiteral(name)}`,
    `CREATE ROLE ${quoteIdentifier(name)} ${attributes}`,
  );
}

function grantMemberships({ name, memberOf = [] }: RoleDefinition): readonly string[] {
  return memberOf.map((parent) =>
    unlessExists(
      `SELECT FROM pg_catalog.pg_auth_members WHERE roleid = ${role(parent)} AND member = ${role(name)}`,
      `GRANT ${quoteIdentifier(parent)} TO ${quoteIdentifier(name)}`,
    ),
  );
}

function role(name: string): string {
  return `${stringLiteral(quoteIdentifier(name))}::pg_catalog.regrole`;
}

function unlessExists(query: string, statement: string): string {
  const body = [
    'BEGIN',
    `  IF NOT EXISTS (${query}) THEN`,
    `    ${statement};`,
    '  END IF;',
    'EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;',
    'END',
  ].join('\n');
  return `DO ${dollarQuoted(body)}`;
}

function createSchema(name: string): string {
  return `CREATE SCHEMA ${quoteIdentifier(name)}`;
}

function grantPrivileges({ on, privileges, columns, to }: GrantDefinition): string {
  const scope = columns ? ` (${columns.map(quoteIdentifier).join(', ')})` : '';
  const list = privileges.map((privilege) => privilege.toUpperCase() + scope).join(', ');
  return `GRANT ${list} ON ${grantTarget(on)} TO ${quoteIdentifier(to)}`;
}

function grantTarget(target: GrantTarget): string {
  return target.kind === 'schema'
    ? `SCHEMA ${quoteIdentifier(target.name)}`
    : `${target.kind.toUpperCase()} ${quoteQualified(target)}`;
}
