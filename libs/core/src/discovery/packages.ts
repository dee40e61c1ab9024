import nodeModule from 'node:module';
import { basename, dirname, join, sep } from 'node:path';

import { CommandError } from '../errors/errors.js';
import { realFiles, type Files } from '../files/files.js';

export { entryModules, loadsOf, type Loads } from './loads.js';

/** An installed package. */
export interface Package {
  readonly name: string;
  /** Its real directory, behind every link. */
  readonly directory: string;
  readonly manifest: Manifest;
}

/** The part of a `package.json` that discovery reads. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly workspaces?: unknown;
  readonly codegen?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package that may have no name. */
type Project = Omit<Package, 'name'>;

/** Where Nx installs itself and its plugins in a workspace that has no `package.json`. */
const NX_INSTALLATION = '.nx/installation';

/**
 * The packages that a directory's project can use: the project itself, its dependencies, then the same
 * for each project around it up to the workspace root. A name that comes up twice is taken once, from
 * the innermost project.
 */
export function findPackages(directory: string, files: Files = realFiles): readonly Package[] {
  const found = new Map<string, Package>();
  for (const project of projectsAround(directory, files)) {
    const name = project.manifest.name ?? project.directory;
    if (!found.has(name)) found.set(name, { ...project, name });
    for (const dependency of dependenciesOf(project.manifest)) {
      if (found.has(dependency)) continue;
      const installed = findInstalled(dependency, project.directory, files);
      if (installed) found.set(dependency, installed);
    }
  }
  return [...found.values()];
}

/**
 * The packages that are installed beside a command, as a global installation or `npx -p` has them.
 *
 * @param command the file that was started. It may be a link, such as a package manager makes.
 */
export function packagesBeside(command: string, files: Files): readonly Package[] {
  const found = new Map<string, Package>();
  for (const start of new Set([command, realPath(command, files)])) {
    for (let current = dirname(start); dirname(current) !== current; current = dirname(current)) {
      if (basename(current) !== 'node_modules') continue;
      for (const installed of packagesIn(current, files)) {
        if (!found.has(installed.name)) found.set(installed.name, installed);
      }
    }
  }
  return [...found.values()];
}

/** Dependencies of the projects around a directory that are not where they are looked for. */
export function missingPackages(directory: string, files: Files = realFiles): readonly string[] {
  const names = projectsAround(directory, files).flatMap((project) => {
    const { dependencies, devDependencies } = project.manifest;
    const asked = Object.keys({ ...devDependencies, ...dependencies });
    return asked.filter((name) => !findInstalled(name, project.directory, files));
  });
  return [...new Set(names)].sort();
}

/** Packages that are installed around a directory, though no project there asks for them. */
export function unnamedPackages(directory: string, files: Files = realFiles): readonly Package[] {
  const named = new Set(findPackages(directory, files).map(({ name }) => name));
  const folders = projectsAround(directory, files).map((each) => each.directory);
  return folders
    .flatMap((folder) => packagesIn(join(folder, 'node_modules'), files))
    .filter(({ name }) => !named.has(name));
}

/** The packages in a `node_modules` directory. */
function packagesIn(directory: string, files: Files): readonly Package[] {
  const names = packageNames(directory, files);
  return names.flatMap((name) => findIntact(name, dirname(directory), files) ?? []);
}

/** A package that nobody asked for, and that therefore may be broken. */
function findIntact(name: string, from: string, files: Files): Package | undefined {
  try {
    return findInstalled(name, from, files);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** The packages of a `node_modules` directory, scoped ones included. */
function packageNames(directory: string, files: Files): readonly string[] {
  return list(directory, files).flatMap((name) =>
    name.startsWith('@')
      ? list(join(directory, name), files).map((each) => `${name}/${each}`)
      : name,
  );
}

/** Whether a folder is that of a package which a package manager has put there. */
export function isInstalledPackage(directory: string): boolean {
  return directory.split(sep).includes('node_modules');
}

/** Whether a package is one of ours. What they read of the environment is observed, or does not affect what is generated. */
export function isOwnPackage(name: string | undefined): boolean {
  return name === 'rowhouse' || (name?.startsWith('@rowhouse/') ?? false);
}

/** The directory of this package. */
export function ownDirectory(): string {
  const { resolve } = nodeModule.createRequire(import.meta.url);
  return dirname(resolve('@rowhouse/core/package.json'));
}

/** The root of the workspace around a directory; undefined outside a workspace. */
export function findWorkspaceRoot(directory: string, files: Files = realFiles): string | undefined {
  for (let current = directory; ; current = dirname(current)) {
    const manifest = readManifest(join(current, 'package.json'), files);
    if (isWorkspaceRoot(current, manifest, files)) return current;
    if (dirname(current) === current) return undefined;
  }
}

/** From the innermost out, up to the workspace root; the innermost alone outside a workspace. */
function projectsAround(directory: string, files: Files): readonly Project[] {
  const projects: Project[] = [];
  for (let current = directory; ; current = dirname(current)) {
    const project = projectAt(current, files);
    if (project) projects.push(project);
    if (isWorkspaceRoot(current, project?.manifest, files)) return projects;
    if (dirname(current) === current) return projects.slice(0, 1);
  }
}

/** What a directory's `package.json` says; without one, what Nx has installed for it. */
function projectAt(directory: string, files: Files): Project | undefined {
  for (const folder of [directory, join(directory, NX_INSTALLATION)]) {
    const manifest = readManifest(join(folder, 'package.json'), files);
    if (manifest) return { directory: files.realPath(folder), manifest };
  }
  return undefined;
}

function isWorkspaceRoot(directory: string, manifest: Manifest | undefined, files: Files): boolean {
  if (manifest?.workspaces !== undefined) return true;
  return ['nx.json', 'pnpm-workspace.yaml'].some(
    (name) => files.kindOf(join(directory, name)) !== undefined,
  );
}

function dependenciesOf(manifest: Manifest): readonly string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
  const all = { ...peerDependencies, ...optionalDependencies, ...devDependencies, ...dependencies };
  return Object.keys(all).sort();
}

/** As Node.js looks a package up: in each `node_modules` around the project, from the innermost out. */
export function findInstalled(name: string, from: string, files: Files): Package | undefined {
  const plugged = findPlugged(name, from);
  if (plugged !== undefined) {
    return {
      name,
      directory: plugged,
      manifest: readManifest(join(plugged, 'package.json'), files)!,
    };
  }
  for (let current = from; ; current = dirname(current)) {
    if (basename(current) === 'node_modules') continue;
    const directory = join(current, 'node_modules', name);
    const manifest = readManifest(join(directory, 'package.json'), files);
    if (manifest) return { name, directory: files.realPath(directory), manifest };
    if (dirname(current) === current) return undefined;
  }
}

/** What Yarn's Plug'n'Play adds to `node:module`: there is no `node_modules`, it knows the places. */
interface PlugAndPlay {
  readonly findPnpApi?: (from: string) => {
    resolveToUnqualified(name: string, issuer: string): string | null;
  } | null;
}

function findPlugged(name: string, from: string): string | undefined {
  const api = (nodeModule as PlugAndPlay).findPnpApi?.(`${from}/`);
  try {
    return api?.resolveToUnqualified(name, `${from}/`) ?? undefined;
  } catch {
    // It is declared, but not installed: an optional one, say.
    return undefined;
  }
}

/** A `package.json`; undefined where there is none. */
export function readManifest(path: string, files: Files): Manifest | undefined {
  if (files.kindOf(path) === undefined) return undefined;
  let text: string;
  try {
    text = files.read(path).toString();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      [
        {
          code: 'package-unreadable',
          message: `cannot read ${path}: ${code ?? (error as Error).message}`,
        },
      ],
      { cause: error },
    );
  }
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof manifest === 'object' && manifest !== null) return manifest;
  } catch (cause) {
    const message = `${path} is not JSON: ${(cause as Error).message}`;
    throw new CommandError([{ code: 'package-unreadable', message }], { cause });
  }
  throw new CommandError([
    { code: 'package-unreadable', message: `${path} does not contain an object` },
  ]);
}

function realPath(path: string, files: Files): string {
  return files.kindOf(path) !== undefined ? files.realPath(path) : path;
}

/** The names in a directory, but for hidden ones. */
function list(directory: string, files: Files): readonly string[] {
  try {
    return files
      .list(directory)
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch {
    return [];
  }
}
