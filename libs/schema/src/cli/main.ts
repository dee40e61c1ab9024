import { CommanderError } from 'commander';

import { isUserError } from '../errors.js';
import { terminal, type Output } from './output.js';
import { createProgram } from './program.js';
import { describeUserCodeError } from './user-code-error.js';

/**
 * Runs the `schema` command.
 *
 * @param args What follows the command's name.
 * @returns the exit code: 1 when something is wrong, or differs.
 */
export async function main(args: readonly string[], output: Output = terminal): Promise<number> {
  const result = { exitCode: 0 };
  try {
    const program = await createProgram(args, output, result);
    await program.parseAsync([...args], { from: 'user' });
    return result.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (isUserError(error)) output.note(error.message);
    else output.note(describeUserCodeError(error) ?? traceOf(error));
    return 1;
  }
}

/** A defect with its stack, and that of what caused it. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const trace = error.stack ?? String(error);
  return error.cause === undefined ? trace : `${trace}\nCaused by: ${traceOf(error.cause)}`;
}
