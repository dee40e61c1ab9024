import { formatIssue, text } from '@rowhouse/errors';
import type pg from 'pg';

import { refusedBodies } from '../migrations/function-bodies.js';
import { quoteQualified } from '../sql/identifier.js';

/** Functions that do not work where they were pulled from. */
export interface BrokenFunctions {
  readonly names: ReadonlySet<string>;
  /** Says what is wrong with each. */
  readonly notes: readonly string[];
}

/** What the user may not look into is taken to work. */
const PERMISSION_DENIED = '42501';

/**
 * Finds the functions of a database that name what is not there, or that return something else than they say:
 * PostgreSQL checks that only when they are made.
 */
export async function brokenFunctions(
  client: pg.Client,
  schemas: readonly string[],
): Promise<BrokenFunctions> {
  const broken = (await refusedBodies(client, schemas)).filter(
    ({ cause }) => (cause as { code?: string }).code !== PERMISSION_DENIED,
  );
  return {
    names: new Set(broken.map(quoteQualified)),
    notes: broken.map(({ identity, cause }) =>
      formatIssue({
        code: 'broken-function',
        subject: `function ${identity}`,
        message: `it does not work in the database: ${cause.message}`,
        fix: text`Correct or drop it, or leave it: ${'checkBody: false'} in the file turns the check off.`,
      }),
    ),
  };
}
