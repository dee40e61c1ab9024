import * as z from 'zod';

import { rule } from './rule.js';
import { dottedPath, environmentVariable, openPath, urlPath } from './identifiers.js';

/** The algorithms that sign with one secret: what `secret_env` can serve. */
export const algorithms = ['HS256', 'HS384', 'HS512'] as const;

/** What needs no token unless the config lists other paths: no resource of that path is opened for writes. */
const openPaths = ['GET /docs', 'GET /redoc', 'GET /openapi.json', 'GET /health'];

/** The schema of an `auth` block. */
export const authConfig = z
  .strictObject({
    type: z.literal('jwt').default('jwt').describe('The kind of authentication.'),
    secret_env: environmentVariable
      .default('JWT_SECRET')
      .describe('The environment variable that holds the signing secret.'),
    algorithm: z.enum(algorithms).default('HS256').describe('How tokens are signed.'),
    token_url: urlPath('/auth/token')
      .default('/auth/token')
      .describe('The path of the token route.'),
    token_lifetime: z
      .int()
      .min(1)
      .max(31_536_000)
      .default(1800)
      .describe('Seconds that a token is valid.'),
    exclude_paths: z
      .array(openPath)
      .default(openPaths)
      .describe(
        'What `require_auth`, a dependency for a whole app, lets through: paths as routes write them, each for all methods or for the one before it (`GET /articles/{pk}`).',
      ),
    verify_credentials_fn: dottedPath('app.auth.verify_credentials')
      .optional()
      .describe(
        'The function that checks a user name and a password; sync or async. Required unless `get_current_user_fn` is set.',
      ),
    get_current_user_fn: dottedPath('app.auth.get_current_user')
      .optional()
      .describe('A current-user dependency of your own; replaces the generated token flow.'),
  })
  .check(
    rule((auth, { report, sound }) => {
      if (!sound('verify_credentials_fn') || !sound('get_current_user_fn')) return;
      if (auth.verify_credentials_fn === undefined && auth.get_current_user_fn === undefined) {
        report(['verify_credentials_fn'], {
          code: 'missing',
          expected: ['the dotted path of the function that checks credentials'],
          fix: "Add it, such as 'app.auth.verify_credentials', or set get_current_user_fn.",
        });
      }
    }),
  );

/** An `auth` block, defaults applied. */
export type AuthConfig = z.output<typeof authConfig>;
