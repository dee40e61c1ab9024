import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Metadata } from '../metadata/metadata.js';
import { derivedName, readableObject, type QualifiedName } from '../sql/identifier.js';
import { triggerFunction, triggerOn } from '../metadata/trigger.js';
import type { ViewSecurity } from '../views/view-ddl.js';
import { pathToEquality } from './equality.js';
import type { RestGrant } from './grants.js';
import { raiseErrorFunction } from './write-errors.js';
import { writeBody, type WriteTarget } from './write-triggers.js';

const WRITES = ['insert', 'update', 'delete'] as const;

/**
 * Registers an INSTEAD OF trigger for each write that is granted. Their function runs with the rights
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
  const writes = WRITES.filter((grant) => granted.has(grant));
  if (writes.length === 0) return;
  if (target.tellsHidden) metadata.registerObject(raiseErrorFunction(schema));
  const callee = { schema, name: derivedName(view.name, 'write') };
  metadata.registerObject(
    triggerFunction({
      ...callee,
      body: () => writeBody(target, writes),
      securityDefiner: security === 'definer',
      searchPath: () => pathToEquality(metadata, primaryKey),
    }),
  );
  for (const grant of writes) {
    metadata.registerObject(
      triggerOn({
        table: view,
        name: derivedName(view.name, grant),
        timing: 'INSTEAD OF',
        events: [grant.toUpperCase() as Uppercase<typeof grant>],
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
