import * as z from 'zod';

import { comparisonsIn } from './conditions.js';
import { fieldName } from './field-names.js';
import { typeRows } from './field-types.js';
import { plainText } from './identifiers.js';
import type { WrittenAccess } from './written.js';

/** The types of PostgreSQL that a claim is cast to. */
const casts = Object.values(typeRows)
  .flatMap(({ cast }) => cast ?? [])
  .sort();

/** The schema of what the database calls the rows of a resource. */
export const tableConfig = z.strictObject({
  name: plainText.meta({ description: 'The name of the table.', examples: ['orders'] }),
  schema: plainText.optional().meta({
    description: 'The schema of the table. Default: found by the `search_path`.',
    examples: ['shop'],
  }),
  columns: z
    .record(
      fieldName,
      z.strictObject({
        name: plainText.meta({ description: 'The name of the column.', examples: ['customer_id'] }),
        type: z.enum(casts).describe('The type of the claims that are compared with the column.'),
        stored: z
          .record(z.string(), plainText)
          .optional()
          .meta({
            description: 'For an enum: the value in the database for each value in JSON.',
            examples: [{ new: 'NEW' }],
          }),
      }),
    )
    .meta({
      description: 'The columns of the table, by field.',
      examples: [{ customer_id: { name: 'customer_id', type: 'uuid' } }],
    }),
});

/** What the database calls a table and its columns. */
export type TableConfig = z.output<typeof tableConfig>;

/** The fields that tell whose a row is, and what rules ask of it. */
export function fieldsOf({
  tenant,
  owner,
  rules = [],
}: Omit<WrittenAccess, 'table'>): ReadonlySet<string> {
  const inRules = rules.flatMap((rule) =>
    [rule?.where, rule?.check].flatMap((condition) =>
      comparisonsIn(condition ?? {}).map(({ comparison }) => comparison.field),
    ),
  );
  return new Set([...Object.keys({ ...tenant, ...owner }), ...inRules]);
}
