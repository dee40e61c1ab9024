import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';

import { findPackages } from '@rowhouse/core/packages';

import type { TargetConfiguration } from '@nx/devkit';

/** An entry of a target's `inputs`. */
export type Input = NonNullable<TargetConfiguration['inputs']>[number];

/** What a target's hash must hold about the code that generates; or why it cannot. */
export interface ToolchainInputs {
  readonly inputs: readonly Input[];
  readonly uncached?: string;
}

interface Manifest {
  readonly files?: readonly string[];
  readonly codegen?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const OWN_NAME = '@rowhouse/nx';
const OWN_FOLDER = resolve(import.meta.dirname, '../..');
const LOCK_FILES = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'];

/**
 * Names the packages whose versions decide what is generated: this one (its own dependencies count
 * through it) and each package that adds a target or an operation. Packages that live in the
 * workspace count by their files.
 */
export class Toolchain {
  readonly #byFolder = new Map<string, ToolchainInputs>();
  /** The nearest folder with a `package.json`, by folder. */
  readonly #manifestFolders = new Map<string, string>();
  readonly #realRoot: string;

  constructor(readonly workspaceRoot: string) {
    this.#realRoot = realpathSync(workspaceRoot);
  }

  /** @param projectRoot POSIX, relative to the workspace root. */
  inputsFor(projectRoot: string): ToolchainInputs {
    const folder = this.#nearestManifest(projectRoot);
    let found = this.#byFolder.get(folder);
    if (!found) {
      found = this.#collect(folder);
      this.#byFolder.set(folder, found);
    }
    return found;
  }

  /** Discovery depends on the `package.json` files around a project: equal ones are read once. */
  #nearestManifest(folder: string): string {
    let nearest = this.#manifestFolders.get(folder);
    if (nearest === undefined) {
      const isHere = folder === '.' || existsSync(join(this.workspaceRoot, folder, 'package.json'));
      nearest = isHere ? folder : this.#nearestManifest(posix.dirname(folder));
      this.#manifestFolders.set(folder, nearest);
    }
    return nearest;
  }

  #collect(folder: string): ToolchainInputs {
    const external = new Set<string>();
    const filesets = new Set<string>();
    const linked = new Set<string>();
    const visit = (name: string, directory: string): void => {
      const inside = relative(this.#realRoot, directory).split(sep);
      if (inside.includes('node_modules')) external.add(name);
      else if (inside[0] === '..') linked.add(name);
      else this.#addLocal(inside.join('/'), directory, filesets, visit);
    };
    visit(OWN_NAME, this.#locate(OWN_NAME, this.workspaceRoot) ?? OWN_FOLDER);
    for (const { name, directory } of this.#pluginPackages(folder)) visit(name, directory);
    return this.#toInputs(external, filesets, linked);
  }

  #pluginPackages(folder: string): readonly { name: string; directory: string }[] {
    try {
      const packages = findPackages(join(this.workspaceRoot, folder));
      return packages.filter(({ manifest }) => manifest.codegen !== undefined);
    } catch {
      // A broken package.json: the executor meets it too, and says so.
      return [];
    }
  }

  #addLocal(
    folder: string,
    directory: string,
    filesets: Set<string>,
    visit: (name: string, directory: string) => void,
  ): void {
    const at = `{workspaceRoot}/${folder === '' ? '' : `${folder}/`}`;
    if (filesets.has(`${at}package.json`)) return;
    filesets.add(`${at}package.json`);
    const manifest = readManifest(directory);
    for (const pattern of publishedFiles(manifest, directory)) {
      filesets.add(pattern.startsWith('!') ? `!${at}${pattern.slice(1)}` : `${at}${pattern}`);
    }
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const found = this.#locate(name, directory);
      if (found) visit(name, found);
    }
  }

  /** As Node.js looks a package up, down to its real folder. */
  #locate(name: string, from: string): string | undefined {
    for (let folder = from; ; folder = dirname(folder)) {
      const candidate = join(folder, 'node_modules', name);
      if (existsSync(candidate)) return realpathSync(candidate);
      if (dirname(folder) === folder) return undefined;
    }
  }

  #toInputs(
    external: ReadonlySet<string>,
    filesets: ReadonlySet<string>,
    linked: ReadonlySet<string>,
  ): ToolchainInputs {
    const inputs: Input[] = [...filesets].sort(negationsLast);
    if (OWN_FOLDER.includes(`${sep}.nx${sep}installation${sep}`)) {
      // Nx without a package.json: nx.json holds the plugins' versions.
      return { inputs: [...inputs, '{workspaceRoot}/nx.json'] };
    }
    if (external.size > 0) inputs.push({ externalDependencies: [...external].sort() });
    if (linked.size > 0) {
      const names = [...linked].sort().join(', ');
      return { inputs, uncached: `${names} is linked from outside the workspace` };
    }
    const hasLockFile = LOCK_FILES.some((name) => existsSync(join(this.workspaceRoot, name)));
    if (external.size > 0 && !hasLockFile) {
      return { inputs: [], uncached: `the workspace has no lock file to take versions from` };
    }
    return { inputs };
  }
}

/**
 * The patterns of what a package publishes. One that does not say, but declares code for us, is most
 * likely a project or the workspace itself: the folders of that code stand for it.
 */
function publishedFiles({ files, codegen }: Manifest, directory: string): readonly string[] {
  if (files) {
    return files.map((entry) => {
      const isFile = statSync(join(directory, entry), { throwIfNoEntry: false })?.isFile();
      return isFile || /[*!]/.test(entry) ? entry : `${posix.normalize(entry)}/**/*`;
    });
  }
  const modules = Object.values(codegen ?? {}).flatMap((declared) => Object.values(declared));
  if (modules.length === 0) return ['**/*'];
  return modules.map((module) => {
    const folder = posix.dirname(posix.normalize(module));
    return folder === '.' ? '*' : `${folder}/**/*`;
  });
}

function readManifest(directory: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}

function negationsLast(left: string, right: string): number {
  const isNegated = Number(left.startsWith('!')) - Number(right.startsWith('!'));
  return isNegated || (left < right ? -1 : Number(left > right));
}
