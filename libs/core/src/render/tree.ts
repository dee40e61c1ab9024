import { posix } from 'node:path';

import type { Volume } from 'memfs';

/** Generated files as a file system in memory. Paths are absolute and POSIX; `/` is the output root. */
export type Tree = Volume;

/**
 * Makes a tree of generated files. For callers that want a file system; what goes to the disk needs none,
 * and does not wait for one to load.
 */
export async function makeTree(files: Iterable<readonly [string, string]>): Promise<Tree> {
  const memfs = await import('memfs');
  const tree = new memfs.Volume();
  const made = new Set<string>();
  for (const [file, text] of files) {
    const path = `/${file}`;
    const directory = posix.dirname(path);
    if (!made.has(directory)) tree.mkdirSync(directory, { recursive: true });
    made.add(directory);
    tree.writeFileSync(path, text);
  }
  return tree;
}
