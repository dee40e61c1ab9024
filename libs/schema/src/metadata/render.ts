import { grantStatement } from '../sql/grant.js';
import { quoteIdentifier, quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { membershipUnlessExists, roleUnlessExists } from '../sql/unless-exists.js';
import type { GrantDefinition, GrantTarget, RoleDefinition } from './definitions.js';
import type { Metadata } from './metadata.js';
import type { RawStatements } from './raw.js';

/** The roles of `metadata` and their memberships, which belong to the whole server. */
export function renderRoleStatements(metadata: Metadata): readonly string[] {
  return [...metadata.roles().map(createRole), ...metadata.roles().flatMap(grantMemberships)];
}

/** All of `metadata` as DDL for an empty database, ordered by dependency: roles first. */
export function renderStatements(metadata: Metadata): readonly string[] {
  const objects = metadata.objects();
  const extensions = metadata.pgExtensions();
  return [
    ...renderRoleStatements(metadata),
    ...metadata
      .schemaNames()
      .filter((name) => name !== 'public')
      .map(createSchema),
    ...createExtensions(extensions),
    ...objects.flatMap((object) => object.create()),
    ...objects.flatMap((object) => object.complete?.() ?? []),
    ...metadata
      .grants()
      .filter((grant) => !isOnExtensionSchema(grant, metadata))
      .map(grantPrivileges),
  ];
}

/** Privileges on the schema of an extension. Catalogs leave it to the extension, so migrations run them as they are. */
export function renderExtensionGrants(metadata: Metadata): readonly RawStatements[] {
  return metadata
    .grants()
    .filter((grant) => isOnExtensionSchema(grant, metadata))
    .map((grant) => ({
      name: `privileges on schema ${quoteIdentifier(grant.on.name)} for ${quoteIdentifier(grant.to)}`,
      up: grantPrivileges(grant),
      down: `REVOKE ALL ON ${grantTarget(grant.on)} FROM ${quoteIdentifier(grant.to)}`,
    }));
}

function isOnExtensionSchema({ on }: GrantDefinition, metadata: Metadata): boolean {
  if (on.kind !== 'schema' || metadata.schemaNames().includes(on.name)) return false;
  return metadata.pgExtensions().some(({ schema }) => schema === on.name);
}

function createRole({ name, login = false, inherit = true }: RoleDefinition): string {
  const attributes = `${login ? 'LOGIN' : 'NOLOGIN'} ${inherit ? 'INHERIT' : 'NOINHERIT'}`;
  return roleUnlessExists(name, `CREATE ROLE ${quoteIdentifier(name)} ${attributes}`);
}

function grantMemberships({ name, memberOf = [] }: RoleDefinition): readonly string[] {
  return memberOf.map((role) => membershipUnlessExists({ role, member: name }));
}

function createSchema(name: string): string {
  return `CREATE SCHEMA ${quoteIdentifier(name)}`;
}

/** Their schemas come after the usual ones in the search path: types are named without them. */
function createExtensions(extensions: readonly QualifiedName[]): readonly string[] {
  if (extensions.length === 0) return [];
  const schemas = [...new Set(extensions.map(({ schema }) => schema))];
  const further = schemas.filter((schema) => schema !== 'public').map(quoteIdentifier);
  return [
    ...further.map((schema) => `CREATE SCHEMA IF NOT EXISTS ${schema}`),
    ...extensions.map(
      ({ name, schema }) =>
        `CREATE EXTENSION IF NOT EXISTS ${quoteIdentifier(name)} SCHEMA ${quoteIdentifier(schema)}`,
    ),
    ...(further.length > 0 ? [`SET search_path = "$user", public, ${further.join(', ')}`] : []),
  ];
}

function grantPrivileges({ on, privileges, columns, to }: GrantDefinition): string {
  return grantStatement({
    privileges: privileges.map((privilege) => privilege.toUpperCase()),
    ...(columns && { columns }),
    on: grantTarget(on),
    to: quoteIdentifier(to),
  });
}

function grantTarget(target: GrantTarget): string {
  return target.kind === 'schema'
    ? `SCHEMA ${quoteIdentifier(target.name)}`
    : `${target.kind.toUpperCase()} ${quoteQualified(target)}`;
}
