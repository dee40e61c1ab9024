import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, 'golden');

/** The names of the golden folders. */
export const goldens = readdirSync(root).sort();

/** Where a golden folder is. */
export function goldenFolder(name: string): string {
  return join(root, name);
}

/** The modules of a golden folder that define models. */
export function goldenModules(name: string): string[] {
  return existsSync(join(root, name, 'models.py'))
    ? ['models']
    : ['blog.models.article', 'blog.models.author'];
}
