import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { formatIssues, text, unquoted } from '@rowhouse/errors';

import { buildOutputs } from '../build/index.js';
import { CommandError, isUserError } from '../errors/errors.js';
import type { ApiChange, BuiltProject } from '../target/api-change.js';
import { checkOut } from './git-tree.js';
import { openProject, type OpenProject, type ProjectOptions } from './project.js';

/** What {@link apiDiff} is told. */
export interface ApiDiffOptions extends ProjectOptions {
  /** The commit to compare with: a branch, a tag or a hash. Default: `HEAD`. */
  readonly against?: string;
}

/** How the API of a config differs from that of a commit. */
export interface ApiDiff {
  readonly against: string;
  /** Whether the commit has the config. Else all is new. */
  readonly isThere: boolean;
  /** What may break clients first. */
  readonly changes: readonly ApiChange[];
}

/**
 * Compares the API that a config makes now with the one that it made at a commit. Neither is generated: both are built
 * from the config and the models of their time, by the operations that are installed now.
 *
 * @throws ConfigError, GenerationError, CommandError; the last also when there is no such commit.
 */
export async function apiDiff(options: ApiDiffOptions): Promise<ApiDiff> {
  const { against = 'HEAD' } = options;
  const opened = await openProject(options);
  const { target, config, cwd } = opened;
  if (!target.compareApis) {
    const message = text`target ${target.name} has no API to compare`;
    throw new CommandError([{ code: 'cannot-compare', message }]);
  }
  const tree = checkOut(against, dirname(config.path));
  try {
    const path = tree.at(config.path);
    const isThere = existsSync(path);
    const before = isThere
      ? await openAt(against, opened, { ...options, config: path, cwd: tree.at(resolve(cwd)) })
      : undefined;
    const changes = target.compareApis(before && built(before), built(opened));
    return { against, isThere, changes };
  } finally {
    tree.remove();
  }
}

/** Opens the project as it was, with the target and the operations of now. */
async function openAt(
  against: string,
  { target, catalog }: OpenProject,
  { config, cwd, maxMemory }: ProjectOptions,
): Promise<OpenProject> {
  const plugins = [{ package: target.name, targets: [target], operations: catalog.operations }];
  try {
    return await openProject({
      config,
      plugins,
      ...(cwd !== undefined && { cwd }),
      ...(maxMemory !== undefined && { maxMemory }),
    });
  } catch (error) {
    if (!isUserError(error)) throw error;
    const found = unquoted(formatIssues(error.issues.slice(0, 1)));
    const message = text`the config of ${against} cannot be read any more: ${found}`;
    throw new CommandError([{ code: 'cannot-compare', message }], { cause: error });
  }
}

function built({ target, catalog, project }: OpenProject): BuiltProject {
  return { project, outputs: buildOutputs(target, catalog, project) };
}
