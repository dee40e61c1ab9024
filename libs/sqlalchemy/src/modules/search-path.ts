import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import type { Installed } from './installed.js';
import { findInstalled } from './installed.js';

/** Where Python would look for the modules of a project. */
export interface SearchPath {
  /** Folders that modules lie in, first ones first. */
  readonly folders: readonly string[];
  /** The virtual environment that was found. */
  readonly environment: string | undefined;
  readonly installed: Installed;
  /** Of the environment's Python: `[3, 12]`. */
  readonly pythonVersion: readonly number[] | undefined;
}

/**
 * The roots and their `src` folders, then the packages of the virtual environment: the one that is
 * named, else `.venv` in a root or above the first one, else `VIRTUAL_ENV`.
 */
export function findSearchPath(
  roots: readonly string[],
  environment: string | false | undefined,
): SearchPath {
  const own = roots.flatMap((root) => [root, join(root, 'src')].filter(isFolder));
  const found = environment === false ? undefined : findEnvironment(roots, environment);
  const folders = [...new Set([...own, ...(found ? sitePackages(found) : [])])];
  return {
    folders,
    installed: findInstalled(folders),
    environment: found,
    pythonVersion: found ? versionOf(found) : undefined,
  };
}

function findEnvironment(roots: readonly string[], named: string | undefined): string | undefined {
  if (named !== undefined) return environmentOf(resolve(named));
  const candidates = roots.map((root) => join(root, '.venv'));
  for (let folder = roots[0]; folder && folder !== dirname(folder); folder = dirname(folder)) {
    candidates.push(join(folder, '.venv'));
  }
  const active = process.env['VIRTUAL_ENV'];
  if (active) candidates.push(active);
  return candidates.find((folder) => existsSync(join(folder, 'pyvenv.cfg')));
}

/** A path may be the environment, or the Python in its `bin`. */
function environmentOf(path: string): string | undefined {
  return [path, dirname(dirname(path))].find((folder) => existsSync(join(folder, 'pyvenv.cfg')));
}

function sitePackages(environment: string): string[] {
  const libraries = join(environment, 'lib');
  const unix = isFolder(libraries)
    ? readdirSync(libraries)
        .filter((name) => /^python3/.test(name))
        .sort()
        .map((name) => join(libraries, name, 'site-packages'))
    : [];
  const folders = [...unix, join(environment, 'Lib', 'site-packages')].filter(isFolder);
  return folders.flatMap((folder) => [folder, ...linkedFolders(folder)]);
}

/** What `.pth` files add: projects that are installed as they lie, for editing. */
function linkedFolders(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.pth'));
  return files.sort().flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '' && !/^(?:#|import\s)/.test(line))
      .map((line) => (isAbsolute(line.trim()) ? line.trim() : join(folder, line.trim())))
      .filter(isFolder),
  );
}

function versionOf(environment: string): readonly number[] | undefined {
  const settings = readFileSync(join(environment, 'pyvenv.cfg'), 'utf8');
  const version = /^version(?:_info)?\s*=\s*(\d+)\.(\d+)/m.exec(settings);
  return version ? [Number(version[1]), Number(version[2])] : undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
