import * as z from 'zod';

import { parameterList, resultFields } from './field.js';
import { dottedPath, plainText } from './identifiers.js';

/** The option keys of an action; those that every operation has are added by the operation. */
export const actionShape = {
  fn: dottedPath('blog.actions.publish').describe(
    'The function that the route calls, sync or async.',
  ),
  description: plainText.optional().meta({
    description:
      "The description in the API documentation. Default: the first paragraph of the function's docstring.",
    examples: ['Publishes a draft.'],
  }),
  params: parameterList.default([]).describe('The fields of the request body.'),
  on: z
    .enum(['instance', 'collection'])
    .default('instance')
    .describe('`instance` adds `POST /{pk}/{name}`, `collection` adds `POST /{name}`.'),
  lock: z
    .boolean()
    .default(true)
    .describe('Whether to lock the row of an instance action, as an update does.'),
  returns: resultFields
    .optional()
    .describe('The fields of the response. Default: the unchanged result of the function.'),
};
