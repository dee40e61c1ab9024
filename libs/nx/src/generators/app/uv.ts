import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { logger, type Tree } from '../../devkit.js';

import { rootManifest } from '../../workspace/python-tools.js';
import { isUvWorkspace, withMember } from '../../workspace/uv-members.js';

/**
 * Makes a folder a member of the workspace's uv workspace, where it has one.
 *
 * @returns whether it has.
 */
export function joinUvWorkspace(tree: Tree, folder: string): boolean {
  const manifest = rootManifest(tree);
  if (!isUvWorkspace(manifest)) return false;
  const changed = withMember(manifest, folder);
  if (changed === undefined) {
    logger.warn(
      `pyproject.toml: its members could not be read. Add ${JSON.stringify(folder)} to them.`,
    );
  } else if (changed !== manifest) {
    tree.write('pyproject.toml', changed);
  }
  return true;
}

/** Writes or renews `uv.lock`. Without uv or a package index, the user can do so later. */
export function lockPackages(root: string, folder: string): void {
  const { status, error } = spawnSync('uv', ['lock'], {
    cwd: join(root, folder),
    stdio: 'inherit',
  });
  if (status === 0) return;
  const why = error ? 'uv is not installed: see https://docs.astral.sh/uv' : 'uv lock failed';
  logger.warn(`${why}. Run 'uv lock' in ${folder} later.`);
}
