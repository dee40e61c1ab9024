import { getProjects, type Tree } from '@nx/devkit';

import { canAsk, choose } from './ask.js';
import { configsIn } from './find-config.js';

/**
 * The project that is meant: the one that is named, else the only one with a config, else the one that
 * the user chooses of them. In the root of a workspace, Nx itself names the project that a `package.json` there
 * makes: without a config, it is not meant.
 *
 * @throws Error that names those with a config, where nobody can be asked.
 */
export async function chooseProject(tree: Tree, named: string | undefined): Promise<string> {
  const projects = getProjects(tree);
  const isMeant = named !== undefined && projects.get(named)?.root !== '.';
  if (isMeant || (named !== undefined && configsIn(tree, '.').length > 0)) return named;
  const found = [...projects]
    .filter(([, { root }]) => configsIn(tree, root).length > 0)
    .map(([name]) => name)
    .sort();
  if (found.length === 1) return found[0]!;
  if (found.length === 0) {
    throw new Error('no project has a config. To create one, run nx g @rowhouse/nx:app.');
  }
  if (canAsk()) return choose('Which project?', found);
  throw new Error(
    `--project is missing, but several projects have a config. Set it to ${found.join(' or ')}.`,
  );
}
