import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Tree } from '../devkit.js';

/** What is used of Prettier. */
interface Prettier {
  resolveConfig(path: string, options: { editorconfig: boolean }): Promise<object | null>;
  getFileInfo(
    path: string,
    options: { ignorePath: string },
  ): Promise<{ readonly ignored: boolean; readonly inferredParser: string | null }>;
  format(text: string, options: object): Promise<string>;
}

/** Formats the changed files with the workspace's Prettier, where it has one. */
export async function formatFiles(tree: Tree): Promise<void> {
  const prettier = prettierOf(tree.root);
  if (!prettier) return;
  for (const { path, type, content } of tree.listChanges()) {
    if (type === 'DELETE' || content === null) continue;
    const filepath = join(tree.root, path);
    const ignorePath = join(tree.root, '.prettierignore');
    const { ignored, inferredParser } = await prettier.getFileInfo(filepath, { ignorePath });
    if (ignored || inferredParser === null) continue;
    const options = await prettier.resolveConfig(filepath, { editorconfig: true });
    tree.write(path, await prettier.format(content.toString(), { ...options, filepath }));
  }
}

function prettierOf(root: string): Prettier | undefined {
  try {
    return createRequire(join(root, 'package.json'))('prettier') as Prettier;
  } catch {
    return undefined;
  }
}
