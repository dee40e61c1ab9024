import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../..');

/** The part of a `package.json` that tests and tools read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: string | { readonly url: string };
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string };
  readonly license?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly 'nx-migrations'?: { readonly packageGroup: readonly string[] };
}

/** A package of this repository that is published. */
export interface OwnPackage {
  /** POSIX, relative to the repository. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every package that is published, by folder. */
export function ownPackages(): readonly OwnPackage[] {
  const folders = [
    ...readdirSync(join(repository, 'libs')).map((name) => `libs/${name}`),
    'stdlib',
  ];
  return folders
    .filter((folder) => existsSync(join(repository, folder, 'package.json')))
    .sort()
    .map((folder) => ({ folder, manifest: readManifest(folder) }))
    .filter(({ manifest }) => manifest.private !== true);
}

/** Some packages, and those of ours that they depend on. */
export function withDependencies(...names: readonly string[]): readonly OwnPackage[] {
  const byName = new Map(ownPackages().map((each) => [each.manifest.name, each]));
  const found = new Set<OwnPackage>();
  const visit = (name: string): void => {
    const own = byName.get(name);
    if (!own || found.has(own)) return;
    found.add(own);
    Object.keys(own.manifest.dependencies ?? {}).forEach(visit);
  };
  names.forEach(visit);
  return [...found];
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as Manifest;
}
