import { text, type Problem } from '@rowhouse/core';
import * as z from 'zod';

import { identifierProblem, plainText } from './identifiers.js';
import { rule, type Findings } from './rule.js';

/** A type of a claim: in Python, how it is read, and an example of it in a token. */
interface ClaimType {
  readonly annotation: string;
  /** The function of the runtime's `claims` module that reads it. */
  readonly read: string;
  readonly example: unknown;
  /** Whether a value of `test_claims` is of the type. */
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown) => typeof value === 'string';
const uuidShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const momentShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/;

const claimTypes: Readonly<Record<string, ClaimType>> = {
  str: { annotation: 'str', read: 'as_str', example: 'test', fits: isText },
  // Beyond the keys that the sequences of a test's tables count to.
  int: { annotation: 'int', read: 'as_int', example: 9000, fits: Number.isSafeInteger },
  bool: {
    annotation: 'bool',
    read: 'as_bool',
    example: true,
    fits: (value) => typeof value === 'boolean',
  },
  uuid: {
    annotation: 'uuid.UUID',
    read: 'as_uuid',
    example: '00000000-0000-0000-0000-000000000001',
    fits: (value) => isText(value) && uuidShape.test(value as string),
  },
  datetime: {
    annotation: 'datetime.datetime',
    read: 'as_datetime',
    example: '2024-01-01T00:00:00Z',
    fits: (value) => isText(value) && momentShape.test(value as string),
  },
  'list[str]': {
    annotation: 'list[str]',
    read: 'as_str_list',
    example: ['test'],
    fits: (value) => Array.isArray(value) && value.every(isText),
  },
};

const none = ' | None';
const typeName = z.enum(Object.keys(claimTypes).flatMap((name) => [name, name + none]));

/** What is wrong with the name of an attribute. */
function attributeProblem(name: string): Problem | undefined {
  const problem = identifierProblem(name);
  if (problem !== undefined) {
    const fix = text`Choose a name for the attribute, and write {type: 'str', claim: ${name}}.`;
    return { ...problem, fix };
  }
  if (name === 'from_claims') {
    const message = 'the method of that name reads the claims';
    return { code: 'reserved-name', message, fix: "Choose another, and write {claim: '...'}." };
  }
  if (!name.startsWith('_')) return undefined;
  return { code: 'invalid-name', message: 'expected a name that begins with a letter' };
}

const claimSpec = z.strictObject({
  type: typeName.describe('The type of the claim.'),
  claim: z
    .union([plainText, z.array(plainText).min(1)])
    .optional()
    .meta({
      description:
        'The name of the claim, or a list of names for a nested claim. Default: the name of the attribute.',
      examples: ['cognito:groups', ['realm_access', 'roles']],
    }),
});

/** The schema of `claims`: the attributes of the current user. */
export const claimsConfig = z.record(z.string(), z.union([typeName, claimSpec])).check(
  rule((claims, { report }) => {
    for (const name of Object.keys(claims)) {
      const problem = attributeProblem(name);
      if (problem !== undefined) report([name], problem);
    }
  }),
);

/** What the config says of claims, as it is written. */
export type ClaimsConfig = z.output<typeof claimsConfig>;

/** One attribute of the current user, and the claim that it is read from. */
export interface Claim {
  readonly name: string;
  /** As the config names it, without `| None`. */
  readonly type: string;
  readonly nullable: boolean;
  /** The name of the claim; of one inside others, all of their names. */
  readonly path: readonly string[];
  /** Without `| None`. */
  readonly annotation: string;
  readonly read: string;
  /** Its value in generated tests. */
  readonly example: unknown;
}

/** The attributes of the current user, in the order of the config. */
export function claimsOf(
  config: ClaimsConfig,
  examples: Readonly<Record<string, unknown>> = {},
): readonly Claim[] {
  return Object.entries(config).map(([name, spec]) => {
    const { type: written, claim = name } = typeof spec === 'string' ? { type: spec } : spec;
    const nullable = written.endsWith(none);
    const type = nullable ? written.slice(0, -none.length) : written;
    const row = claimTypes[type]!;
    const path = typeof claim === 'string' ? [claim] : claim;
    // RFC 7519 has `sub` a text.
    const isSubject = type === 'int' && path.join() === 'sub';
    const example = examples[name] ?? row.example;
    return {
      name,
      type,
      nullable,
      path,
      annotation: row.annotation,
      read: isSubject ? 'as_int_text' : row.read,
      example: isSubject ? String(example) : example,
    };
  });
}

/** Reports values of `test_claims` that are not of their claim's type. */
export function checkTestClaims(
  config: ClaimsConfig,
  examples: Readonly<Record<string, unknown>>,
  { report }: Findings,
): void {
  const claims = new Map(claimsOf(config).map((claim) => [claim.name, claim]));
  for (const [name, value] of Object.entries(examples)) {
    const claim = claims.get(name);
    if (claim === undefined) {
      report(['test_claims', name], {
        code: 'unknown-key',
        message: text`${name} is not one of the 'claims': ${[...claims.keys()]}`,
      });
    } else if (!claimTypes[claim.type]!.fits(value)) {
      report(['test_claims', name], {
        code: 'wrong-type',
        found: value,
        expected: [text`a value of the type ${claim.type}`],
      });
    }
  }
}

/** The payload of a token that has all claims: what generated tests send. */
export function examplePayload(claims: readonly Claim[]): Readonly<Record<string, unknown>> {
  const payload: Record<string, unknown> = {};
  for (const { path, example } of claims) {
    let inner = payload;
    for (const name of path.slice(0, -1)) inner = (inner[name] ??= {}) as Record<string, unknown>;
    inner[path.at(-1)!] = example;
  }
  return payload;
}
