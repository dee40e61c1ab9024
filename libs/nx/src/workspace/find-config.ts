import { joinPathFragments, type Tree } from '../devkit.js';

/**
 * The one config of a project, relative to the workspace root.
 *
 * @throws Error when there is none, or two.
 */
export function findConfig(tree: Tree, project: string, root: string): string {
  const found = configsIn(tree, root);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    throw new Error(`${project} has two configs: ${found.join(' and ')}. Delete one.`);
  }
  throw new Error(
    `${project} has no config: expected ${candidates(root).join(' or ')}. ` +
      `To create a project with one, run nx g @rowhouse/nx:app.`,
  );
}

/** The configs of a project, relative to the workspace root. */
export function configsIn(tree: Tree, root: string): readonly string[] {
  return candidates(root).filter((path) => tree.exists(path));
}

function candidates(root: string): readonly string[] {
  return ['jsonnet', 'json'].map((extension) =>
    joinPathFragments(root, `codegen.config.${extension}`),
  );
}
