import { getProjects, joinPathFragments, type Tree } from '../devkit.js';

import { canAsk, choose } from './ask.js';
import { configsIn } from './find-config.js';

/** What makes a folder a Python project, besides a config. */
const MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt'];

/**
 * The project that is meant: the one that is named, else the only one with a config, else the one that
 * the user chooses of them. In the root of a workspace, Nx itself names the project that a `package.json` there
 * makes: without a config, it is not meant.
 *
 * @throws Error that names those with a config, where nobody can be asked.
 */
export async function chooseProject(tree: Tree, named: string | undefined): Promise<string> {
  const isMeant = named !== undefined && getProjects(tree).get(named)?.root !== '.';
  if (isMeant || (named !== undefined && configsIn(tree, '.').length > 0)) return named;
  return chooseOf(
    projectsWith(tree, (root) => configsIn(tree, root).length > 0),
    'a config',
  );
}

/**
 * The project with Python that is meant, in the same way.
 *
 * @throws Error for one that is named and has no Python.
 */
export async function choosePythonProject(tree: Tree, named: string | undefined): Promise<string> {
  const found = projectsWith(tree, (root) => hasPython(tree, root));
  if (named === undefined) return chooseOf(found, 'Python');
  const project = getProjects(tree).get(named);
  if (project === undefined || found.includes(named)) return named;
  if (project.root === '.') return chooseOf(found, 'Python');
  const others = found.length > 0 ? `Projects with Python: ${found.join(', ')}. ` : '';
  throw new Error(
    `project: found '${named}', which contains no Python: no ${MANIFESTS.join(', ')}, config or module in ${project.root}. ` +
      `${others}To create one, run nx g @rowhouse/nx:app.`,
  );
}

function projectsWith(tree: Tree, isFitting: (root: string) => boolean): readonly string[] {
  return [...getProjects(tree)]
    .filter(([, { root }]) => isFitting(root))
    .map(([name]) => name)
    .sort();
}

async function chooseOf(found: readonly string[], what: string): Promise<string> {
  if (found.length === 1) return found[0]!;
  if (found.length === 0) {
    throw new Error(`no project has ${what}. To create one, run nx g @rowhouse/nx:app.`);
  }
  if (canAsk()) return choose('Which project?', found);
  throw new Error(
    `--project is missing, but several projects have ${what}. Set it to ${found.join(' or ')}.`,
  );
}

/** Modules lie in a project's folder, or in packages right below it. */
function hasPython(tree: Tree, root: string): boolean {
  const names = tree.children(root);
  if (configsIn(tree, root).length > 0) return true;
  if (names.some((name) => MANIFESTS.includes(name) || name.endsWith('.py'))) return true;
  return names.some((name) => tree.exists(joinPathFragments(root, name, '__init__.py')));
}
