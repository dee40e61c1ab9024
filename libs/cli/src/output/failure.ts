import type { Issue, UserError } from '@rowhouse/core';

import { printJson } from './print.js';

/** A failure, for programs to read. */
export function describeFailure(error: UserError): {
  readonly error: { readonly prefix: string; readonly issues: readonly Issue[] };
} {
  return { error: { prefix: error.prefix, issues: error.issues } };
}

/**
 * Prints a failure to standard error: what the user can mend as `{prefix}: {message}`, a defect with its
 * stack trace.
 *
 * @returns the exit code.
 */
export async function reportFailure(error: unknown, options: { json: boolean }): Promise<number> {
  const { isUserError } = await import('@rowhouse/core');
  if (!isUserError(error)) {
    const { inspect } = await import('node:util');
    process.stderr.write(`${inspect(error)}\n`);
    return 1;
  }
  if (options.json) printJson(describeFailure(error));
  process.stderr.write(`${error.prefix}: ${error.message}\n`);
  return 1;
}
