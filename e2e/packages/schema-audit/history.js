import { fn, table, trigger } from '@rowhouse/schema';
import { jsonb, text, timestamp } from 'drizzle-orm/pg-core';

/** The schema that holds the histories. */
export const SCHEMA = 'audit';

/** A plugin that keeps what happens to each row of a table in a table beside it. */
export const history = {
  name: 'history',
  run({ name, schema, metadata, onTable }) {
    onTable(() => {
      const { name: historyName } = table(
        `${schema}_${name}`,
        {
          at: timestamp({ withTimezone: true }).notNull().defaultNow(),
          by: text().notNull(),
          operation: text().notNull(),
          row: jsonb().notNull(),
        },
        { metadata, schema: SCHEMA, comment: `What happened to ${schema}.${name}` },
      );
      const quoted = `"${historyName.replaceAll('"', '""')}"`;
      const record = fn(`record_${historyName}`, {
        metadata,
        schema: SCHEMA,
        returns: 'trigger',
        security: 'definer',
        // The role of the request, not the owner of the function that writes for it.
        body: `BEGIN
  INSERT INTO "${SCHEMA}".${quoted} (by, operation, "row")
  VALUES (
    coalesce(nullif(pg_catalog.current_setting('role', true), 'none'), session_user),
    TG_OP,
    pg_catalog.to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END)
  );
  RETURN NULL;
END`,
      });
      trigger(record.name, {
        on: { schema, name, metadata },
        timing: 'after',
        events: ['insert', 'update', 'delete'],
        call: record,
      });
    });
    return {};
  },
};
