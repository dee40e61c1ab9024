import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The files of a folder that a path with `*`, `?` and `**` names, sorted. */
export function filesMatching(directory: string, pattern: string): readonly string[] {
  if (!/[*?]/.test(pattern)) {
    const file = resolve(directory, pattern);
    return existsSync(file) ? [file] : [];
  }
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  return [...matches(directory, parts)].sort();
}

function matches(folder: string, [part, ...rest]: readonly string[]): readonly string[] {
  if (part === undefined) return [];
  if (part === '..') return matches(join(folder, '..'), rest);
  const entries = list(folder);
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
  if (part === '**') {
    const deeper = folders.flatMap((inner) => matches(inner, [part, ...rest]));
    return [...matches(folder, rest), ...deeper];
  }
  const shape = new RegExp(
    `^${part
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
  );
  if (rest.length > 0) {
    const named = entries.filter((entry) => entry.isDirectory() && shape.test(entry.name));
    return named.flatMap(({ name }) => matches(join(folder, name), rest));
  }
  return entries
    .filter((entry) => entry.isFile() && shape.test(entry.name))
    .map(({ name }) => join(folder, name));
}

/** What lies in a folder, but for hidden entries and installed packages. */
function list(folder: string) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.') && name !== 'node_modules' && name !== '__pycache__',
  );
}
