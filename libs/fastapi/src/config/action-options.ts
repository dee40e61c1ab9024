import * as z from 'zod';

import { parameterList, resultFields } from './field.js';
import { dottedPath, plainText } from './identifiers.js';

/** The option keys of an action; those that every operation has are added by the operation. */
export const actionShape = {
  fn: dottedPath('blog.actions.publish').describe(
    'The function that the route calls; sync or async.',
  ),
  description: plainText
    .optional()
    .describe(
      'What the API documentation says about it. Default: the first paragraph of the docstring of the function.',
    ),
  params: parameterList.default([]).describe('The fields of the request body.'),
  on: z
    .enum(['instance', 'collection'])
    .default('instance')
    .describe('`instance` is POST /{pk}/{name}, `collection` is POST /{name}.'),
  lock: z
    .boolean()
    .default(true)
    .describe('Whether the row of an instance action is locked, as an update locks it.'),
  returns: resultFields
    .optional()
    .describe("The fields of the response. Default: the function's result as it is."),
};
