import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Metadata } from '../metadata/metadata.js';
import { columnType } from '../table/column-ddl.js';
import type { RestGrant } from './grants.js';
import type { RestColumn } from './view-columns.js';

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
  const schemas = new Set(written.flatMap(schemaOfType));
  for (const [to, list] of Object.entries(grants)) {
    if (!list.includes('insert') && !list.includes('update')) continue;
    for (const name of schemas) {
      metadata.registerGrant({ on: { kind: 'schema', name }, privileges: ['usage'], to });
    }
  }
}

/** Lets the roles of all REST views use the types and operators of PostgreSQL extensions. */
export function grantExtensionSchemas(metadata: Metadata): void {
  const roles = new Set(metadata.apiResources().flatMap(({ grants }) => Object.keys(grants)));
  for (const { schema: name } of metadata.pgExtensions()) {
    if (name === 'public') continue;
    for (const to of roles) {
      metadata.registerGrant({ on: { kind: 'schema', name }, privileges: ['usage'], to });
    }
  }
}

/** The schema that the type of a column is named with; everybody may use `public`. */
function schemaOfType(column: PgColumn): readonly string[] {
  const [, quoted, plain] =
    /^(?:"((?:[^"]|"")+)"|([a-z_][\w$]*))\s*\./i.exec(columnType(column)) ?? [];
  const schema = quoted?.replaceAll('""', '"') ?? plain?.toLowerCase();
  return schema === undefined || schema === 'public' || schema === 'pg_catalog' ? [] : [schema];
}
