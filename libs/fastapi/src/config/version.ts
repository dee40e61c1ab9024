import * as z from 'zod';

import { fieldName } from './field-names.js';

const counter = fieldName.meta({
  description: 'The column that counts the versions of a row.',
  examples: ['row_version'],
});

/** The schema of a resource's `version`. */
export const versionConfig = z.union([
  counter,
  z.strictObject({
    field: counter,
    required: z
      .boolean()
      .default(false)
      .describe('Whether requests that change a row must have the header `If-Match`.'),
  }),
]);

/** The column that counts the versions of a row, and whether requests must say which one they are about. */
export interface Version {
  readonly field: string;
  readonly required: boolean;
}

/** What a resource says of its versions. */
export function versionOf(said: z.output<typeof versionConfig> | undefined): Version | undefined {
  return typeof said === 'string' ? { field: said, required: false } : said;
}
