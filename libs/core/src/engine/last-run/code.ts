import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { entryModules, loadsOf } from '../../discovery/loads.js';
import {
  findInstalled,
  isInstalledPackage,
  isOwnPackage,
  ownDirectory,
  readManifest,
  type Manifest,
} from '../../discovery/packages.js';
import { realFiles, type Files } from '../../files/files.js';
import { holds } from '../../files/holds.js';
import { ObservedFiles, type Observation } from '../../files/observed-files.js';

/** What code never consists of. */
const noCode = /\.(?:d\.[cm]?ts|map|md|tsbuildinfo)$/;

/** What of our packages is not loaded where they are installed: sources, which are there for debuggers. */
const ownSources = 'src';

/** What this package depends on for `generateTree` alone: a run loads neither it nor the many packages below it. */
const forTrees = 'memfs';

/** The coarsest step in which file systems keep times. */
const coarsestStepMs = 2000;

/** What was found out in this process: what it has loaded stays as it is. */
const known = new Map<string, readonly Observation[] | undefined>();

/**
 * The state of the code that generates: of packages that add targets or operations, of this one, and of
 * what these depend on. Each file of such a package counts; an installed library counts by its `package.json`, which
 * every installation writes anew.
 *
 * @param directories where the packages lie that add something.
 * @param config a package that holds it is the project: what is loaded of that cannot be told.
 * @returns undefined where it cannot be told what was loaded.
 */
export function observeCode(
  directories: readonly string[],
  config: string,
): readonly Observation[] | undefined {
  // Yarn's Plug'n'Play keeps packages in archives.
  if (process.versions['pnp'] !== undefined) return undefined;
  const folder = realpathSync(dirname(config));
  if (directories.some((directory) => holds(directory, folder))) return undefined;
  const key = JSON.stringify(directories);
  if (!known.has(key)) known.set(key, new Code().observe([ownDirectory(), ...directories]));
  return known.get(key);
}

class Code {
  readonly #files = new ObservedFiles();
  /** Where packages are looked for. What is read of them has a stamp. */
  readonly #lookups: Files = {
    ...realFiles,
    kindOf: (path) => this.#files.kindOf(path),
    realPath: (path) => this.#files.realPath(path),
  };
  readonly #seen = new Set<string>();
  #isCertain = true;

  observe(directories: readonly string[]): readonly Observation[] | undefined {
    for (const directory of directories) {
      this.#visit(directory, readManifest(join(directory, 'package.json'), this.#lookups) ?? {});
    }
    return this.#isCertain ? this.#files.observations : undefined;
  }

  #visit(directory: string, manifest: Manifest): void {
    if (this.#seen.has(directory)) return;
    this.#seen.add(directory);
    const isInstalled = isInstalledPackage(directory);
    const isOwn = isOwnPackage(manifest.name);
    if (isInstalled && manifest.codegen === undefined) this.#stamp(join(directory, 'package.json'));
    else this.#stampAll(directory, isInstalled && isOwn ? ownSources : undefined);
    const { dependencies, optionalDependencies, peerDependencies } = manifest;
    const names = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    // Ours declare all that they import.
    const imported = isInstalled || isOwn ? [] : this.#importedBy(directory, manifest);
    for (const name of new Set([...Object.keys(names), ...imported])) {
      if (isOwn && name === forTrees) continue;
      const found = findInstalled(name, directory, this.#lookups);
      if (found) this.#visit(found.directory, found.manifest);
    }
  }

  /** What a package that is being worked on imports: it may not have been declared yet. */
  #importedBy(directory: string, manifest: Manifest): readonly string[] {
    const { files, folders, packages, ...read } = loadsOf(directory, entryModules(manifest));
    read.variables.forEach((name) => this.#files.variable(name));
    if (read.readsAnyVariable !== undefined) this.#isCertain = false;
    if (![...files, ...folders].every((path) => holds(directory, path))) this.#isCertain = false;
    return packages;
  }

  #stampAll(folder: string, except?: string): void {
    this.#stamp(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === except) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) this.#stampAll(path);
      } else if (entry.isSymbolicLink()) this.#isCertain = false;
      else if (!noCode.test(entry.name)) this.#stamp(path);
    }
  }

  /** What changed since this process began, or right before, may not be what it has loaded. */
  #stamp(path: string): void {
    const { ctimeMs } = this.#files.stamp(path);
    if (ctimeMs > performance.timeOrigin - coarsestStepMs) this.#isCertain = false;
  }
}
