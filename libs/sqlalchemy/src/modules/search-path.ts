import { dirname, isAbsolute, join, resolve } from 'node:path';

import type { Files } from './files.js';
import { Installed } from './installed.js';

/** Where Python would look for the modules of a project. */
export interface SearchPath {
  /** Folders that modules lie in, first ones first. */
  readonly folders: readonly string[];
  /** The virtual environment that was found. */
  readonly environment: string | undefined;
  /** Where one is looked for. */
  readonly environments: readonly string[];
  /** Where its packages lie. */
  readonly packages: readonly string[];
  readonly installed: Installed;
}

/**
 * The roots and their `src` folders, then the packages of the virtual environment: the one that is
 * named, else `.venv` in a root or above the first one, else `VIRTUAL_ENV`.
 */
export function findSearchPath(
  roots: readonly string[],
  environment: string | false | undefined,
  files: Files,
): SearchPath {
  const own = roots.flatMap((root) =>
    [root, join(root, 'src')].filter((path) => isFolder(path, files)),
  );
  const environments = environment === false ? [] : candidates(roots, environment, files);
  const found = environments.find((folder) => isEnvironment(folder, files));
  const packages = found ? sitePackages(found, files) : [];
  const folders = [...new Set([...own, ...packages])];
  return {
    folders,
    environments,
    packages,
    installed: new Installed(folders, found, files),
    environment: found,
  };
}

/** Named may be the environment, or the Python in its `bin`. */
function candidates(
  roots: readonly string[],
  named: string | undefined,
  files: Files,
): readonly string[] {
  if (named !== undefined) return [resolve(named), dirname(dirname(resolve(named)))];
  const folders = roots.map((root) => join(root, '.venv'));
  for (let folder = roots[0]; folder && folder !== dirname(folder); folder = dirname(folder)) {
    folders.push(join(folder, '.venv'));
  }
  const active = files.variable('VIRTUAL_ENV');
  return [...new Set([...folders, ...(active ? [active] : [])])];
}

function isEnvironment(folder: string, files: Files): boolean {
  return files.kindOf(join(folder, 'pyvenv.cfg')) === 'file';
}

function sitePackages(environment: string, files: Files): string[] {
  const libraries = join(environment, 'lib');
  const unix = isFolder(libraries, files)
    ? files
        .list(libraries)
        .map(({ name }) => name)
        .filter((name) => /^python3/.test(name))
        .sort()
        .map((name) => join(libraries, name, 'site-packages'))
    : [];
  const folders = [...unix, join(environment, 'Lib', 'site-packages')].filter((path) =>
    isFolder(path, files),
  );
  return folders.flatMap((folder) => [folder, ...linkedFolders(folder, files)]);
}

/** What `.pth` files add: projects that are installed as they lie, for editing. */
function linkedFolders(folder: string, files: Files): string[] {
  const names = files.list(folder).map(({ name }) => name);
  const links = names.filter((name) => name.endsWith('.pth')).sort();
  return links.flatMap((name) =>
    files
      .read(join(folder, name))
      .toString()
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '' && !/^(?:#|import\s)/.test(line))
      .map((line) => (isAbsolute(line.trim()) ? line.trim() : join(folder, line.trim())))
      .filter((path) => isFolder(path, files)),
  );
}

function isFolder(path: string, files: Files): boolean {
  return files.kindOf(path) === 'folder';
}
