import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The part of a `package.json` that tells what is loaded from the package. */
interface Manifest {
  readonly files?: readonly string[];
  readonly main?: string;
  readonly exports?: unknown;
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
}

/** Reads a package's `package.json`; a broken one counts as empty, and is reported when it is loaded. */
export function readLocalPackage(directory: string): LocalPackage {
  const manifest = readManifest(directory);
  const entries = [manifest.codegen, manifest.main, manifest.exports].flatMap(strings);
  const modules = [...new Set(entries.map(modulePath))].filter((path) => !/[*]|^\.\./.test(path));
  return {
    modules,
    patterns: [
      ...new Set(['package.json', ...published(manifest, directory), ...modules.map(folderOf)]),
    ],
    dependencies: Object.keys({
      ...manifest.dependencies,
      ...manifest.peerDependencies,
      ...manifest.optionalDependencies,
    }),
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

/** `./dist/ops.js#upsert` as `dist/ops.js`. */
function modulePath(reference: string): string {
  return posix.normalize(reference.replace(/#.*$/, ''));
}

/** A module may load what lies beside it. */
function folderOf(module: string): string {
  const folder = posix.dirname(module);
  return folder === '.' ? '*' : under(folder);
}

function under(folder: string): string {
  return `${folder.replace(/\/$/, '')}/**/*`;
}

/** All strings in a value, however deep. */
function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

function readManifest(directory: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}
