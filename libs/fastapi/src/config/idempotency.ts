import * as z from 'zod';

import { dottedPath, identifierProblem } from './identifiers.js';
import { refuse } from './rule.js';

/** The schema of `idempotency`: what keeps the answers that a retry gets again. */
export const idempotencyConfig = z.strictObject({
  model: dottedPath('shop.models.IdempotencyKey').describe(
    'The model of the table that keeps the answers. `codegen init --idempotency` prints it.',
  ),
  ttl: z
    .int()
    .min(1)
    .max(10 * 365 * 86_400)
    .default(86_400)
    .describe('How many seconds an answer is kept for retries.'),
  required: z
    .boolean()
    .default(false)
    .describe('Whether these requests must have the header `Idempotency-Key`.'),
  user: z
    .string()
    .check(refuse(identifierProblem))
    .default('sub')
    .describe('The attribute of the current user that tells users apart.'),
});

/** What keeps the answers that a retry gets again, defaults applied. */
export type Idempotency = z.output<typeof idempotencyConfig>;
