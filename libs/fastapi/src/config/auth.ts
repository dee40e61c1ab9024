import { text } from '@rowhouse/core';
import * as z from 'zod';

import { checkTestClaims, claimsConfig } from './claims.js';
import { need } from './hooks.js';
import { dottedPath, environmentVariable, openPath, plainText, urlPath } from './identifiers.js';
import { pythonType } from './python-type.js';
import { rule, type Findings } from './rule.js';

/** The algorithms that sign with one secret: what `secret_env` can serve. */
export const algorithms = ['HS256', 'HS384', 'HS512'] as const;

/** The algorithms of key pairs: the public key is shown, the private one signs. */
const keyPairAlgorithms = z.enum(
  'RS256 RS384 RS512 ES256 ES384 ES512 PS256 PS384 PS512 EdDSA'.split(' '),
);

/** What needs no token unless the config lists other paths: no resource of that path is opened for writes. */
const openPaths = ['GET /docs', 'GET /redoc', 'GET /openapi.json', 'GET /health'];

const shared = {
  exclude_paths: z
    .array(openPath)
    .default(openPaths)
    .describe(
      'Paths that do not require a user, in generated routes and in an app with `require_auth`. Write the full path of the route (`/articles/{pk}`), optionally after a method (`GET /articles/{pk}`).',
    ),
  claims: claimsConfig.optional().meta({
    description:
      'The attributes of the current user, by name. The value is the type of the claim, or `{type, claim}`. A token without one of them gets a 401. Default: the user is a `dict` of all claims.',
    examples: [{ sub: 'uuid', roles: 'list[str]' }],
  }),
  test_claims: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({
      description:
        "The values of `claims` in generated tests. Default: any value of the claim's type.",
      examples: [{ roles: ['editor'] }],
    }),
};

const credentialsPath = dottedPath('app.auth.verify_credentials');

/** Tokens that the API gives out itself, or a current user of the project's own. */
const ownTokens = z
  .strictObject({
    type: z.literal('jwt').default('jwt').optional().describe('The kind of authentication.'),
    secret_env: environmentVariable
      .default('JWT_SECRET')
      .describe('The environment variable with the signing secret.'),
    algorithm: z.enum(algorithms).default('HS256').describe('The algorithm that signs tokens.'),
    token_url: urlPath('/auth/token')
      .default('/auth/token')
      .describe('The path of the token route.'),
    token_lifetime: z
      .int()
      .min(1)
      .max(31_536_000)
      .default(1800)
      .describe('How long a token is valid, in seconds.'),
    verify_credentials_fn: z
      .union([
        credentialsPath,
        z.strictObject({
          fn: credentialsPath.describe('The function.'),
          takes: z
            .strictObject({ db: need.describe('The database session of the request.') })
            .default({})
            .describe('The keyword arguments of the function.'),
        }),
      ])
      .optional()
      .describe(
        'The function that checks a user name and a password, sync or async. An async one can take `db`. Required unless `get_current_user_fn` is set.',
      ),
    get_current_user_fn: dottedPath('app.auth.get_current_user')
      .optional()
      .describe('Your own dependency for the current user. It replaces the generated token flow.'),
    current_user_type: pythonType.optional().meta({
      description:
        'The type that `get_current_user_fn` returns. Default: its return annotation if its source can be read, otherwise `dict[str, typing.Any]`.',
      examples: ['shop.models.Member'],
    }),
    test_user_fn: dottedPath('app.testing.user')
      .optional()
      .describe(
        'A function that takes a session and creates a user for generated tests, sync or async. Default: a user of the type, with any values.',
      ),
    ...shared,
  })
  .check(
    rule((auth, findings) => {
      const { report, sound } = findings;
      if (!sound('verify_credentials_fn') || !sound('get_current_user_fn')) return;
      const isOwn = auth.get_current_user_fn !== undefined;
      if (auth.verify_credentials_fn === undefined && !isOwn) {
        report(['verify_credentials_fn'], {
          code: 'missing',
          expected: ['the dotted path of the function that checks credentials'],
          fix: "Add it, such as 'app.auth.verify_credentials', or set get_current_user_fn.",
        });
      }
      if (isOwn && auth.claims !== undefined) {
        report(['claims'], {
          code: 'exclusive-keys',
          message: text`${'claims'} and ${'get_current_user_fn'} cannot be used together`,
          fix: 'Annotate what the function returns, or set current_user_type.',
        });
      }
      for (const key of ['current_user_type', 'test_user_fn'] as const) {
        if (isOwn || auth[key] === undefined) continue;
        report([key], {
          code: 'missing',
          message: text`${key} requires ${'get_current_user_fn'}, because it describes the user that this returns`,
          fix: "To give the token's user a type, set claims.",
        });
      }
      checkClaims(auth, findings);
    }),
  );

/** Tokens that another server issues. */
const issuedTokens = z
  .strictObject({
    type: z.literal('jwks').describe('Tokens that another server issues, such as Keycloak.'),
    url_env: environmentVariable
      .default('AUTH_JWKS_URL')
      .describe('The environment variable with the URL of the key set (JWKS) of that server.'),
    algorithms: z
      .array(keyPairAlgorithms)
      .min(1)
      .default(['RS256'])
      .describe('The accepted signing algorithms.'),
    issuer: plainText.meta({
      description: 'The `iss` claim that every token must have.',
      examples: ['https://id.example.org/realms/shop'],
    }),
    audience: z.union([plainText, z.array(plainText).min(1)]).meta({
      description: 'The `aud` claim that every token must have. If it is a list, one of them.',
      examples: ['shop-api'],
    }),
    ...shared,
  })
  .check(
    rule((auth, findings) => {
      checkClaims(auth, findings);
    }),
  );

interface WithClaims {
  readonly claims?: z.output<typeof claimsConfig> | undefined;
  readonly test_claims?: Readonly<Record<string, unknown>> | undefined;
}

function checkClaims({ claims, test_claims: examples }: WithClaims, findings: Findings): void {
  if (examples === undefined || !findings.sound('claims') || !findings.sound('test_claims')) return;
  if (claims !== undefined) return checkTestClaims(claims, examples, findings);
  findings.report(['test_claims'], {
    code: 'missing',
    message: text`${'test_claims'} requires ${'claims'}, because it sets their values`,
  });
}

/** The schema of an `auth` block. */
export const authConfig = z.discriminatedUnion('type', [ownTokens, issuedTokens]);

/** The forms of an `auth` block by `type`, for the reference. */
export const authForms = { jwt: ownTokens, jwks: issuedTokens };

/** An `auth` block, defaults applied. */
export type AuthConfig = z.output<typeof authConfig>;

/** The function of an `auth` block that checks credentials, and whether it takes a session. */
export function credentialsOf(auth: AuthConfig): { fn: string; takesDb: boolean } | undefined {
  if (auth.type === 'jwks' || auth.verify_credentials_fn === undefined) return undefined;
  const said = auth.verify_credentials_fn;
  return typeof said === 'string'
    ? { fn: said, takesDb: false }
    : { fn: said.fn, takesDb: said.takes.db !== undefined };
}
