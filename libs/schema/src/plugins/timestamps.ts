import { sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';

import type { Metadata } from '../metadata/metadata.js';
import { derivedName } from '../sql/identifier.js';
import { triggerFunction, triggerOn } from '../metadata/trigger.js';
import type { Plugin } from './plugin.js';

const columns = () => ({
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true })
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`),
});

/**
 * Adds `created_at` and `updated_at`; a trigger keeps the latter at the time of the last change,
 * whoever makes it.
 */
export function timestamps(): Plugin<ReturnType<typeof columns>> {
  return {
    name: 'timestamps',
    run: ({ name, schema, metadata, onTable }) => {
      onTable(() => registerTrigger(metadata, { schema, name }));
      return columns();
    },
  };
}

function registerTrigger(metadata: Metadata, table: { schema: string; name: string }): void {
  const setUpdatedAt = { schema: table.schema, name: 'set_updated_at' };
  metadata.registerObject(
    triggerFunction({
      ...setUpdatedAt,
      body: () => 'BEGIN\n  NEW.updated_at := pg_catalog.now();\n  RETURN NEW;\nEND',
      shared: true,
    }),
  );
  metadata.registerObject(
    triggerOn({
      table,
      name: derivedName(table.name, 'set_updated_at'),
      timing: 'BEFORE',
      events: ['UPDATE'],
      function: setUpdatedAt,
    }),
  );
}
