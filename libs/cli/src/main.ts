import { CommanderError } from 'commander';

import { reportFailure } from './output/failure.js';
import { createProgram } from './program.js';

/**
 * Runs the `codegen` command.
 *
 * @param args the command line, without the program.
 * @returns the exit code: 0, or 1 after any failure, which is then on standard error.
 */
export async function main(args: readonly string[]): Promise<number> {
  endQuietlyWhenReaderLeaves();
  const program = createProgram();
  try {
    await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Commander has printed its own errors, as `error: …`, and its help.
    if (error instanceof CommanderError) return error.exitCode;
    return reportFailure(error, { json: args.includes('--json') });
  }
}

/** `codegen … | head` is no failure. */
function endQuietlyWhenReaderLeaves(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
  }
}
