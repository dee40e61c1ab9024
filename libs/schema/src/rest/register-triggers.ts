import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Metadata } from '../metadata/metadata.js';
import { derivedName, readableObject, type QualifiedName } from '../sql/identifier.js';
import { triggerFunction, triggerOn } from '../metadata/trigger.js';
import type { ViewSecurity } from '../views/view-ddl.js';
import { pathToEquality } from './equality.js';
import type { RestGrant } from './grants.js';
import { raiseErrorFunction } from './write-errors.js';
import { deleteBody, insertBody, updateBody, type WriteTarget } from './write-triggers.js';

const WRITES = [
  { grant: 'insert', event: 'INSERT', body: insertBody },
  { grant: 'update', event: 'UPDATE', body: updateBody },
  { grant: 'delete', event: 'DELETE', body: deleteBody },
] as const;

/**
 * Registers an INSTEAD OF trigger for each write that is granted. Its function runs with the rights
 * that the view has: as its owner, the writer needs none on the table. It stands in a schema of its
 * own, beside the API schema, that no REST server exposes.
 */
export function registerTriggers(
  metadata: Metadata,
  target: WriteTarget,
  {
    granted,
    security,
    primaryKey,
  }: {
    readonly granted: ReadonlySet<RestGrant>;
    readonly security: ViewSecurity;
    readonly primaryKey: readonly PgColumn[];
  },
): void {
  const { view, triggerSchema: schema } = target;
  if (target.tellsHidden && WRITES.some(({ grant }) => granted.has(grant))) {
    metadata.registerObject(raiseErrorFunction(schema));
  }
  for (const { grant, event, body } of WRITES) {
    if (!granted.has(grant)) continue;
    const callee = { schema, name: derivedName(view.name, grant) };
    metadata.registerObject(
      triggerFunction({
        ...callee,
        body: () => body(target),
        securityDefiner: security === 'definer',
        searchPath: () => pathToEquality(metadata, primaryKey),
      }),
    );
    metadata.registerObject(
      triggerOn({
        table: view,
        name: derivedName(view.name, grant),
        timing: 'INSTEAD OF',
        events: [event],
        function: callee,
      }),
    );
  }
}

/** The schema for the triggers of an API schema's views. */
export function schemaOfTriggers(schema: string): string {
  return derivedName(schema, 'triggers');
}

/** How messages name a REST view. */
export function describeRestView(view: QualifiedName, source: QualifiedName): string {
  return `REST view ${readableObject(view)} of table ${readableObject(source)}`;
}
