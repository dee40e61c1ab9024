import { join, resolve } from 'node:path';

import type { Surroundings } from '@rowhouse/core';

type Files = Surroundings['files'];

/** The files of a folder that a path with `*`, `?` and `**` names, sorted. */
export function filesMatching(directory: string, pattern: string, files: Files): readonly string[] {
  if (!/[*?]/.test(pattern)) {
    const file = resolve(directory, pattern);
    return files.kindOf(file) ? [file] : [];
  }
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  return [...matches(directory, parts, files)].sort();
}

function matches(
  folder: string,
  [part, ...rest]: readonly string[],
  files: Files,
): readonly string[] {
  if (part === undefined) return [];
  if (part === '..') return matches(join(folder, '..'), rest, files);
  const entries = list(folder, files);
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
  if (part === '**') {
    const deeper = folders.flatMap((inner) => matches(inner, [part, ...rest], files));
    return [...matches(folder, rest, files), ...deeper];
  }
  const shape = new RegExp(
    `^${part
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
  );
  if (rest.length > 0) {
    const named = entries.filter((entry) => entry.isDirectory() && shape.test(entry.name));
    return named.flatMap(({ name }) => matches(join(folder, name), rest, files));
  }
  return entries
    .filter((entry) => entry.isFile() && shape.test(entry.name))
    .map(({ name }) => join(folder, name));
}

/** What lies in a folder, but for hidden entries and installed packages. */
function list(folder: string, files: Files) {
  if (files.kindOf(folder) === undefined) return [];
  return files
    .list(folder)
    .filter(
      ({ name }) => !name.startsWith('.') && name !== 'node_modules' && name !== '__pycache__',
    );
}
