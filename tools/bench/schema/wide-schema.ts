import {
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  table,
  timestamps,
} from '@rowhouse/schema';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, numeric, pgEnum, text, type PgColumn } from 'drizzle-orm/pg-core';

const status = pgEnum('status', ['draft', 'open', 'closed']);

/** `size` tables of twelve columns, each but the first with a foreign key, each with a writable REST view. */
export function wideSchema(size: number): { metadata: Metadata; config: SchemaConfig } {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension());
  let previous: PgColumn | undefined;
  for (let number = 0; number < size; number++) {
    const parent = previous;
    const made = table(
      `table_${number}`,
      {
        title: text().notNull(),
        slug: text().generatedAlwaysAs(sql`lower(title)`),
        status: status().notNull().default('draft'),
        amount: numeric().notNull().default('0'),
        tags: text().array().notNull().default([]),
        open: boolean().notNull().default(true),
        note: text(),
        rank: integer().default(number),
        parentId: parent ? integer('parent_id').references(() => parent) : integer('parent_id'),
      },
      {
        metadata,
        config,
        schema: 'app',
        plugins: [timestamps()],
        comment: `Table ${number}`,
        columnComments: { title: 'What it is called' },
        constraints: (t) => [index().on(t.parentId)],
      },
    );
    restView(made, { grants: ['select', 'insert', 'update', 'delete'] });
    previous = made.table.id;
  }
  return { metadata, config };
}
