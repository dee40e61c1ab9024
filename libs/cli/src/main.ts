import { usageToJson, watchOutput } from '@rowhouse/errors';
import { CommanderError } from 'commander';

import { reportFailure } from './output/failure.js';
import { printJson } from './output/print.js';
import { startPage } from './output/start-page.js';
import { createProgram } from './program.js';

/**
 * Runs the `codegen` command.
 *
 * @param args the command line, without the program.
 * @param name what it is called, when another package runs it as its own command.
 * @returns the exit code: 0, or 1 after any failure, which is then on standard error.
 */
export async function main(args: readonly string[], name?: string): Promise<number> {
  watchOutput();
  const program = createProgram(name);
  if (args.length === 0) {
    process.stdout.write(startPage(program.name()));
    return 0;
  }
  const json = args.includes('--json');
  try {
    await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Commander has printed its own errors, as `error: …`, and its help.
    if (error instanceof CommanderError) {
      if (json && error.exitCode !== 0) printJson({ error: usageToJson(error.message) });
      return error.exitCode;
    }
    return reportFailure(error, { json });
  }
}
