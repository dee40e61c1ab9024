import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ejs from 'ejs';

import { joinPathFragments, type Tree } from '../devkit.js';

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
  return readdirSync(source, { withFileTypes: true }).flatMap((entry) => {
    const template = join(source, entry.name);
    const path = joinPathFragments(target, entry.name.replace(/\.template$/, ''));
    if (entry.isDirectory()) return addMissingFiles(tree, template, path, words);
    const text = ejs.render(readFileSync(template, 'utf8'), words, { escape: String });
    if (!tree.exists(path)) tree.write(path, text);
    return tree.read(path, 'utf8') === text ? [] : [path];
  });
}
