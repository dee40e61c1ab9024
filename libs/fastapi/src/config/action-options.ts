import * as z from 'zod';

import { rowEntryShape } from './entry-options.js';
import { parameterList, resultFields } from './field-list.js';
import { need } from './hooks.js';
import { dottedPath, plainText } from './identifiers.js';

/** What the function of an action may take by name, in the order of a call. */
export const actionKeywords = ['db', 'body', 'current_user'] as const;

const takes = z.strictObject({
  db: need.describe('The database session of the request.'),
  body: need.describe('The request body, if the action has `params`.'),
  current_user: need.describe('The current user, if the route has one.'),
});

/** What the function of an action takes by name. */
export type ActionTakes = z.infer<typeof takes>;

/** The options of an action. */
export const actionOptions = z.strictObject({
  fn: dottedPath('blog.actions.publish').describe(
    'The function that the route calls, sync or async.',
  ),
  takes: takes
    .optional()
    .describe(
      'The keyword arguments of the function. Default: those in its source, or all, if the source cannot be read.',
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
  ...rowEntryShape,
});

export type ActionOptions = z.infer<typeof actionOptions>;
