import * as z from 'zod';

/** The option keys that every operation of a resource has. */
export const entryShape = {
  require_auth: z
    .boolean()
    .optional()
    .describe("Whether the route needs a user. Default: the resource's `require_auth`."),
};
