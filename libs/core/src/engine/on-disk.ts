import { DiskError, formatProblem, type Problem } from '@rowhouse/disk';

import { CommandError } from '../errors/errors.js';

/**
 * Runs work on the output directory, whose problems are for the user to fix.
 *
 * @param fixFor what else the user can do about one.
 */
export async function onDisk<T>(
  work: Promise<T>,
  fixFor: (problem: Problem) => string | undefined = () => undefined,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    const issues = error.problems.map((problem) => {
      const fix = fixFor(problem);
      const code = problem.code.toLowerCase().replaceAll('_', '-');
      const message = formatProblem(problem, error.outcome);
      return { code, message, ...(fix !== undefined && { fix }) };
    });
    throw new CommandError(issues, { cause: error });
  }
}
