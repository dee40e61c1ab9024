import type { Tree } from '@nx/devkit';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';

/** An in-memory workspace. */
export function emptyTree(): Tree {
  return createTreeWithEmptyWorkspace({ layout: 'apps-libs', formatter: 'none' });
}

/** Every file of a tree with its text. */
export function texts(tree: Tree): Record<string, string> {
  return Object.fromEntries(
    tree
      .listChanges()
      .filter(({ type }) => type !== 'DELETE')
      .map(({ path, content }) => [path, content!.toString()])
      .sort(([left], [right]) => (left! < right! ? -1 : 1)),
  ) as Record<string, string>;
}
