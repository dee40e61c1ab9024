import { customType, integer, json, timestamp, varchar } from 'drizzle-orm/pg-core';

import { PRIMARY_KEY, type Plugin } from './plugin.js';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** The length of a SHA-256 in hexadecimal digits. */
const length = 64;

const columns = () => ({
  id: varchar('id', { length }).primaryKey(),
  fingerprint: varchar('fingerprint', { length }).notNull(),
  status: integer('status').notNull(),
  headers: json('headers').$type<Record<string, string>>().notNull(),
  body: bytes('body').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** Makes a table one of answers that a retry gets again: its model is that of `idempotency` in a config. */
export function idempotencyKeys(): Plugin<ReturnType<typeof columns>> {
  return {
    name: 'idempotencyKeys',
    produces: [PRIMARY_KEY],
    run: (context) => {
      context.provide(PRIMARY_KEY, ['id']);
      return columns();
    },
  };
}
