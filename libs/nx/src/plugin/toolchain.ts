import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, normalize, posix, relative, resolve, sep } from 'node:path';

import { findPackages, isInstalledPackage } from '@rowhouse/core/packages';

import type { TargetConfiguration } from '../devkit.js';

import type { IgnoreRules } from '../workspace/ignore-rules.js';
import { NX_INSTALLATION } from '../workspace/nx-installation.js';
import { matchesFolder, readLocalPackage, type LocalPackage } from './local-package.js';

/** An entry of a target's `inputs`. */
export type Input = NonNullable<TargetConfiguration['inputs']>[number];

/** What a target's hash must hold about the code that generates; or why it cannot. */
export interface ToolchainInputs {
  readonly inputs: readonly Input[];
  /** The folders of the workspace's packages that take part: POSIX, relative to the workspace root. */
  readonly packages: readonly string[];
  readonly uncached?: string;
}

/** What is found on the way. */
interface Parts {
  /** Installed in the workspace's `node_modules`: Nx knows their versions by name. */
  readonly installed: Set<string>;
  /** Installed deeper, where a name may mean another version: the lock file stands for them. */
  readonly nested: Set<string>;
  /** By folder, POSIX, relative to the workspace root. */
  readonly local: Map<string, LocalPackage>;
  /** The names of those that lie outside the workspace. */
  readonly linked: Set<string>;
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

  /** @param includesIgnored whether inputs may list ignored files. */
  constructor(
    readonly workspaceRoot: string,
    readonly ignored: IgnoreRules,
    readonly includesIgnored: boolean,
  ) {
    this.#realRoot = realpathSync(workspaceRoot);
  }

  /** The path of a file of this package, POSIX, from the workspace root: the same in every clone. */
  pathOf(file: string): string {
    return relative(this.#realRoot, join(OWN_FOLDER, file)).split(sep).join('/');
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
    const parts: Parts = {
      installed: new Set(),
      nested: new Set(),
      local: new Map(),
      linked: new Set(),
    };
    this.#visit(OWN_NAME, this.#locate(OWN_NAME, this.workspaceRoot) ?? OWN_FOLDER, parts);
    for (const { name, directory } of this.#pluginPackages(folder)) {
      this.#visit(name, directory, parts);
    }
    return this.#toInputs(parts);
  }

  #visit(name: string, directory: string, parts: Parts): void {
    const inside = relative(this.#realRoot, directory).split(sep);
    if (inside.includes('node_modules')) {
      const isOnTop = this.#locate(name, this.workspaceRoot) === directory;
      (isOnTop ? parts.installed : parts.nested).add(name);
    } else if (inside[0] === '..') {
      parts.linked.add(name);
    } else if (!parts.local.has(inside.join('/'))) {
      const found = readLocalPackage(directory);
      parts.local.set(inside.join('/'), found);
      for (const dependency of found.dependencies) {
        const there = this.#locate(dependency, directory);
        if (there) this.#visit(dependency, there, parts);
      }
      for (const each of found.undeclared) {
        const there = this.#locate(each, directory);
        // Nx refuses a name that the lock file lacks.
        if (there && isInstalledPackage(there)) parts.nested.add(each);
        else if (there) this.#visit(each, there, parts);
      }
    }
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

  /** As Node.js looks a package up, down to its real folder. */
  #locate(name: string, from: string): string | undefined {
    for (let folder = from; ; folder = dirname(folder)) {
      const candidate = join(folder, 'node_modules', name);
      if (existsSync(candidate)) return realpathSync(candidate);
      if (dirname(folder) === folder) return undefined;
    }
  }

  #toInputs({ installed, nested, local, linked }: Parts): ToolchainInputs {
    const packages = [...local.keys()].sort();
    const reasons: string[] = [];
    const inputs = packages.flatMap((folder) =>
      this.#localInputs(folder, local.get(folder)!, reasons),
    );
    const variables = new Set([...local.values()].flatMap((each) => each.variables));
    inputs.push(...[...variables].sort().map((env) => ({ env })));
    if (linked.size > 0) {
      reasons.push(`${[...linked].sort().join(', ')} is linked from outside the workspace`);
    }
    if (OWN_FOLDER.includes(sep + normalize(NX_INSTALLATION) + sep)) {
      // Nx without a package.json: nx.json holds the plugins' versions.
      inputs.push('{workspaceRoot}/nx.json');
    } else if (installed.size + nested.size > 0) {
      const lockFile = LOCK_FILES.find((name) => existsSync(join(this.workspaceRoot, name)));
      if (lockFile === undefined) {
        reasons.push('the workspace has no lock file, which would contain the versions');
      } else {
        if (nested.size > 0) inputs.push(`{workspaceRoot}/${lockFile}`);
        if (installed.size > 0) inputs.push({ externalDependencies: [...installed].sort() });
      }
    }
    return { inputs, packages, ...(reasons.length > 0 && { uncached: reasons.join('; ') }) };
  }

  /** What git ignores, such as a build's output, counts by what lies on the disk. */
  #localInputs(
    folder: string,
    { patterns, modules, readsAnyVariable }: LocalPackage,
    reasons: string[],
  ): readonly Input[] {
    const at = (path: string) => posix.join(folder, path);
    const isIgnored = (pattern: string) =>
      this.ignored.isIgnored(at(sample(pattern))) ||
      modules.some((path) => matchesFolder(pattern, path) && this.ignored.isIgnored(at(path)));
    const away = patterns.find((pattern) => at(pattern).startsWith('../'));
    if (away !== undefined) reasons.push(`it loads ${at(away)}, outside the workspace`);
    if (readsAnyVariable !== undefined) {
      reasons.push(`${at(readsAnyVariable)} reads environment variables whose names are unknown`);
    }
    const wanted = patterns
      .filter((pattern) => !pattern.startsWith('!') && !at(pattern).startsWith('../'))
      .sort();
    const unwanted = patterns.filter((pattern) => pattern.startsWith('!')).sort();
    const ignored = wanted.filter(isIgnored);
    if (ignored.length > 0 && !this.includesIgnored) {
      reasons.push(`it loads ${at(ignored[0]!.replace('/**/*', ''))}, which is ignored by git`);
    }
    const seen = [...wanted.filter((pattern) => !ignored.includes(pattern)), ...unwanted];
    const unseen = ignored.length === 0 ? [] : [...ignored, ...unwanted];
    const fileset = (pattern: string) =>
      pattern.startsWith('!')
        ? `!{workspaceRoot}/${at(pattern.slice(1))}`
        : `{workspaceRoot}/${at(pattern)}`;
    return [
      ...seen.map(fileset),
      ...unseen.map((pattern) => ({ fileset: fileset(pattern), includeIgnored: true })),
    ];
  }
}

/** The path of a file that a pattern may match. */
function sample(pattern: string): string {
  return pattern.replaceAll(/\*+/g, 'x');
}
