import { isAbsolute, resolve } from 'node:path';

import { CommandError } from '../errors/errors.js';
import type { OpenProject } from './project.js';

/**
 * The directory that output goes to.
 *
 * @param out what the caller asks for, relative to the working directory; may lie anywhere. Without it,
 *   the target decides, inside the working directory.
 */
export function resolveOutputRoot(
  { cwd, project, target }: Pick<OpenProject, 'cwd' | 'project' | 'target'>,
  out?: string,
): string {
  if (out !== undefined) {
    if (out === '') throw new CommandError([{ message: 'the output directory is empty' }]);
    return resolve(cwd, out);
  }
  const relative = target.outputRoot(project);
  if (isAbsolute(relative) || relative.split('/').includes('..')) {
    throw new Error(`Target '${target.name}' gave '${relative}', outside the working directory.`);
  }
  return resolve(cwd, relative);
}
