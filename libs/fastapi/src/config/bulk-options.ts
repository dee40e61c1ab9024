import { text } from '@rowhouse/core';
import * as z from 'zod';

import { entryShape } from './entry-options.js';
import { reportDuplicates, rule } from './rule.js';

/** The operations that a bulk can combine, and what each does with rows. */
export const bulkKinds = { create: 'made', update: 'changed', delete: 'deleted' } as const;

export type BulkKind = keyof typeof bulkKinds;

const kind = z.enum(Object.keys(bulkKinds) as [BulkKind, ...BulkKind[]], {
  error: ({ input }) =>
    input === 'upsert'
      ? "an 'upsert' is a request for one row, whose key is in its path: use 'create' and 'update'"
      : undefined,
});

export const bulkOptions = z.strictObject({
  of: z
    .array(kind)
    .min(1)
    .check(
      rule((list, findings) => {
        reportDuplicates(
          list.map((value, index) => ({
            value: findings.sound(index) ? value : undefined,
            path: [index],
          })),
          findings,
          (name) => ({ code: 'duplicate-value', message: text`${name} is listed twice` }),
        );
      }),
    )
    .meta({
      description: 'The operations that requests can combine. The resource must have each of them.',
      examples: [['create', 'update', 'delete']],
    }),
  // The driver sends no more parameters in a statement than 32,767.
  max: z
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('The maximum number of operations in a request, up to 1000.'),
  ...entryShape,
});

export type BulkOptions = z.output<typeof bulkOptions>;
