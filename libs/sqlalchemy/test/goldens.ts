import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, 'golden');

/** The names of the golden folders. */
export const goldens = readdirSync(root).sort();

/** Where a golden folder is. */
export function goldenFolder(name: string): string {
  return join(root, name);
}

/** Of the golden folders that define models elsewhere than in `models.py`. */
const modules: Readonly<Record<string, readonly string[]>> = {
  packages: ['blog.models.article', 'blog.models.author'],
  'several-registries': ['shop.old', 'shop.new'],
  'shared-elsewhere': ['shop.vehicles', 'shop.cars', 'shop.vans'],
};

/** The modules of a golden folder that define models. */
export function goldenModules(name: string): readonly string[] {
  return modules[name] ?? ['models'];
}
