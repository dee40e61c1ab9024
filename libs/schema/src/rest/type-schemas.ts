import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Metadata } from '../metadata/metadata.js';
import { columnType } from '../table/column-ddl.js';
import type { RestGrant } from './grants.js';
import type { RestColumn } from './view-columns.js';

/** Everybody may use them. */
const OPEN_SCHEMAS = ['public', 'pg_catalog'];

/**
 * Lets roles use the types of what they write: PostgREST reads the body of a request as the types of
 * the view's columns, with the rights of the role.
 */
export function grantTypeSchemas(
  metadata: Metadata,
  columns: readonly RestColumn[],
  grants: Readonly<Record<string, readonly RestGrant[]>>,
): void {
  const written = columns.flatMap(({ source, writable }) => (source && writable ? [source] : []));
  const writers = Object.entries(grants)
    .filter(([, list]) => list.includes('insert') || list.includes('update'))
    .map(([role]) => role);
  grantUsage(metadata, written.flatMap(schemaOfType), writers);
}

/** Lets the roles of all REST views use the types and operators of PostgreSQL extensions. */
export function grantExtensionSchemas(metadata: Metadata): void {
  const roles = metadata.apiResources().flatMap(({ grants }) => Object.keys(grants));
  grantUsage(
    metadata,
    metadata.pgExtensions().map(({ schema }) => schema),
    roles,
  );
}

function grantUsage(
  metadata: Metadata,
  schemas: readonly string[],
  roles: readonly string[],
): void {
  for (const name of new Set(schemas)) {
    if (OPEN_SCHEMAS.includes(name)) continue;
    for (const to of new Set(roles)) {
      metadata.registerGrant({ on: { kind: 'schema', name }, privileges: ['usage'], to });
    }
  }
}

/** The schema that the type of a column is named with. */
function schemaOfType(column: PgColumn): readonly string[] {
  const [, quoted, plain] =
    /^(?:"((?:[^"]|"")+)"|([a-z_][\w$]*))\s*\./i.exec(columnType(column)) ?? [];
  const schema = quoted?.replaceAll('""', '"') ?? plain?.toLowerCase();
  return schema === undefined ? [] : [schema];
}
