import { resolve } from 'node:path';

import { targetNames } from '../discovery/index.js';
import { findInstalled, type ProjectOptions } from './project.js';

/** A line of `codegen targets list`. */
export interface InstalledTarget {
  readonly name: string;
  readonly language: string;
  /** The package that it comes from. */
  readonly package: string;
}

/**
 * The targets installed around a directory, by name.
 *
 * @throws CommandError when one does not load, or two have one name; it names the packages.
 */
export async function listTargets(
  options: Pick<ProjectOptions, 'cwd' | 'plugins' | 'command'> = {},
): Promise<readonly InstalledTarget[]> {
  const installed = findInstalled(options, resolve(options.cwd ?? process.cwd()));
  targetNames(installed);
  const targets = await Promise.all(
    installed.targets.map(async (declared) => {
      const { name, language } = await declared.load();
      return { name, language, package: declared.package };
    }),
  );
  return targets.sort((left, right) => (left.name < right.name ? -1 : 1));
}
