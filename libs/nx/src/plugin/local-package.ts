import { readFileSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

import { entryModules, isOwnPackage, loadsOf } from '@rowhouse/core/packages';

/** The part of a `package.json` that tells what is loaded from the package. */
interface Manifest {
  readonly name?: string;
  readonly files?: readonly string[];
  readonly codegen?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package that lives in the workspace, and whose code takes part in generating. */
export interface LocalPackage {
  /** What it may load, as globs relative to its folder; one that begins with `!` takes files out. */
  readonly patterns: readonly string[];
  /** The modules that it is loaded through, relative to its folder. */
  readonly modules: readonly string[];
  /** The names of the packages that it may load in turn. */
  readonly dependencies: readonly string[];
  /** Those that its code imports from, though its `package.json` does not list them. */
  readonly undeclared: readonly string[];
  /** The variables of the environment that its code reads. */
  readonly variables: readonly string[];
  /** The module that reads others, relative to its folder. */
  readonly readsAnyVariable: string | undefined;
}

/** Reads a package's `package.json`; a broken one counts as empty, and is reported when it is loaded. */
export function readLocalPackage(directory: string): LocalPackage {
  const manifest = readManifest(directory);
  const modules = entryModules(manifest);
  const loads = loadsOf(directory, modules);
  const fromHere = (path: string) => relative(directory, path).split(sep).join('/');
  const folders = modules.map(folderOf);
  const isOwn = isOwnPackage(manifest.name);
  const beyond = loads.files.map(fromHere).filter((path) => !modules.includes(path));
  const dependencies = Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  });
  return {
    modules,
    patterns: [
      ...new Set([
        'package.json',
        ...published(manifest, directory),
        ...folders,
        ...beyond.filter((path) => !folders.some((folder) => matchesFolder(folder, path))),
        ...loads.folders.map((folder) => under(fromHere(folder) || '.')),
      ]),
    ],
    dependencies,
    undeclared: loads.packages.filter((name) => !dependencies.includes(name)),
    variables: isOwn ? [] : loads.variables,
    readsAnyVariable:
      isOwn || loads.readsAnyVariable === undefined ? undefined : fromHere(loads.readsAnyVariable),
  };
}

/**
 * The patterns of what a package publishes. One that does not say, but declares code for us, is most
 * likely a project or the workspace itself: the folders of that code stand for it.
 */
function published({ files, codegen }: Manifest, directory: string): readonly string[] {
  if (!files) return codegen ? [] : ['**/*'];
  return files.map((entry) => {
    const isFile = statSync(join(directory, entry), { throwIfNoEntry: false })?.isFile();
    return isFile || /[*!]/.test(entry) ? posix.normalize(entry) : under(posix.normalize(entry));
  });
}

/** A module may load what lies beside it. */
function folderOf(module: string): string {
  const folder = posix.dirname(module);
  return folder === '.' ? '*' : under(folder);
}

function under(folder: string): string {
  return posix.join(folder, '**/*');
}

/** Whether a pattern for one folder takes in a file. That of a whole package does not count. */
export function matchesFolder(pattern: string, path: string): boolean {
  if (pattern === '*') return !path.includes('/');
  const folder = pattern.replace(/\*\*\/\*$/, '');
  return folder !== '' && path.startsWith(folder);
}

function readManifest(directory: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}
