import { inspect } from 'node:util';

import { failureToJson, usageToJson } from '@rowhouse/errors';
import { CommanderError } from 'commander';

import { isUserError } from '../errors/errors.js';
import { printJson, terminal, type Output } from './output.js';
import { createProgram } from './program.js';
import { errorInUserCode } from './user-code-error.js';

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
    const json = args.includes('--json');
    // Commander has printed its own errors, as `error: …`, and its help.
    if (error instanceof CommanderError) {
      if (json && error.exitCode !== 0) printJson(output, { error: usageToJson(error.message) });
      return error.exitCode;
    }
    return reportFailure(error, output, { json });
  }
}

/** Prints what the user can fix as `{prefix}: {message}`, and a defect with its stack trace. */
function reportFailure(error: unknown, output: Output, { json }: { json: boolean }): number {
  const failure = isUserError(error) ? error : errorInUserCode(error);
  if (failure) {
    const kind = failure.prefix === 'schema error' ? 'schema' : 'command';
    if (json) printJson(output, { error: failureToJson(failure, kind, 'schema/errors') });
    output.error(`${failure.prefix}: ${failure.message}`);
  } else output.error(inspect(error));
  return 1;
}
