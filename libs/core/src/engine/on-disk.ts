import { DiskError, formatProblem } from '@rowhouse/disk';

import { CommandError } from '../errors/errors.js';

/** Runs work on the output directory, whose problems are for the user to mend. */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    const issues = error.problems.map((problem) => ({
      code: problem.code.toLowerCase().replaceAll('_', '-'),
      message: formatProblem(problem, error.outcome),
    }));
    throw new CommandError(issues, { cause: error });
  }
}
