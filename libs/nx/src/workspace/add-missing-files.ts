import { generateFiles, joinPathFragments, type Tree } from '@nx/devkit';

/**
 * Renders a folder of templates into the tree. A file that exists stays as it is.
 *
 * @param source absolute path of the templates.
 * @returns the files that exist and differ from what would have been written.
 */
export function addMissingFiles(
  tree: Tree,
  source: string,
  target: string,
  words: Readonly<Record<string, string>>,
): string[] {
  const existing = new Map<string, Buffer>();
  for (const path of filesIn(tree, target)) existing.set(path, tree.read(path)!);
  generateFiles(tree, source, target, words);
  return [...existing].flatMap(([path, before]) => {
    if (tree.read(path)!.equals(before)) return [];
    tree.write(path, before);
    return [path];
  });
}

function filesIn(tree: Tree, folder: string): string[] {
  return tree.children(folder).flatMap((name) => {
    const path = joinPathFragments(folder, name);
    return tree.isFile(path) ? [path] : filesIn(tree, path);
  });
}
