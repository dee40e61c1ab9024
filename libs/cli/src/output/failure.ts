import { printJson } from './print.js';

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
  if (options.json) printJson({ error });
  process.stderr.write(`${error.prefix}: ${error.message}\n`);
  return 1;
}
