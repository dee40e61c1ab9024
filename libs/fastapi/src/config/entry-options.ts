import * as z from 'zod';

import { keyExampleShape } from './key.js';

/** The option keys that every operation of a resource has. */
export const entryShape = {
  require_auth: z
    .boolean()
    .optional()
    .describe('Whether the route requires a user. Default: `require_auth` of the resource.'),
};

/** Those of an operation on one row. */
export const rowEntryShape = { ...entryShape, ...keyExampleShape };
