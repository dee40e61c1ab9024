import { join } from 'node:path';

import { DiskError } from '../errors.js';
import { entryAt, exists, nodeFileSystem, readBytes, type FileSystem } from '../file-system.js';
import { manifestName } from '../names.js';
import { fold, parents } from '../paths/paths.js';
import { resolveRoot } from '../paths/root.js';
import {
  lostEdits,
  type Change,
  type CommitMode,
  type CommitOptions,
  type Plan,
} from '../types.js';
import {
  contentHash,
  damagedManifest,
  formatManifest,
  originOf,
  readManifest,
  type Manifest,
} from './manifest.js';
import { isSame, Obstacles } from './obstacles.js';
import { findHostDirectory, refuseForeign, refuseProtected } from './protection.js';
import { findAllBut, findEmptied, type Removals } from './removals.js';
import { sortByPath, type FileTree } from './tree.js';

/**
 * Compares files with the output directory, by content. Reads only; what it says holds as long as no
 * other run writes.
 *
 * @param root the output directory; it may be missing.
 * @throws DiskError for whatever stands in a file's way (all of them at once), for a clean that is
 *   refused, and for errors of the system.
 */
export function planCommit(root: string, tree: FileTree, options: CommitOptions): Plan {
  const { fs = nodeFileSystem, mode = 'keep' } = options;
  const narrowed = mode === 'clean' ? findHostDirectory(root, options, fs) : undefined;
  if (mode === 'clean' && !narrowed) {
    refuseProtected(root, options, fs);
    refuseForeign(root, options, fs);
  }
  const real = resolveRoot(root, fs);
  if (!exists(real, fs)) return planNew(real, tree);
  const plan = compare(real, tree, narrowed ? 'prune' : mode, fs);
  if (options.keepEdits) refuseLostEdits(plan);
  return { ...plan, ...(narrowed && { narrowed }) };
}

/** The removal of all that a directory holds. */
export function planClean(root: string, fs: FileSystem): Plan {
  const keep = { files: new Set<string>(), directories: new Set<string>() };
  const removals = exists(root, fs) ? findAllBut(root, keep, fs) : { files: [], directories: [] };
  const files = exists(join(root, manifestName), fs)
    ? [...removals.files, manifestName]
    : removals.files;
  return {
    root,
    changes: sortChanges(deletions(root, files, knownFiles(root, fs), fs)),
    orphans: [],
    createdDirectories: [],
    removedDirectories: removals.directories,
  };
}

/** The end of what a manifest says: its files, each with another text, and then no manifest. */
export function planRelease(root: string, textOf: (text: string) => string, fs: FileSystem): Plan {
  const manifest = knownFiles(root, fs, true);
  const files = [...manifest.keys()].filter((path) => isFile(root, path, fs));
  const obstacles = new Obstacles(root, { files: [], directories: [] }, fs);
  const changes = files.map((path): Change => {
    const existing = obstacles.file(path)!;
    const content = readBytes(join(root, path), fs);
    const before = content.toString();
    const after = textOf(before);
    const origin = originOf(path, content, manifest);
    // What is no UTF-8 is nothing that was generated.
    if (after === before || !content.equals(Buffer.from(before)))
      return { kind: 'unchanged', path };
    obstacles.overwrite(path, existing);
    return { kind: 'update', path, before, after, origin, mode: existing.mode & 0o777 };
  });
  obstacles.check();
  const removed = exists(join(root, manifestName), fs) ? [manifestName] : [];
  return {
    root,
    changes: sortChanges([...changes, ...deletions(root, removed, manifest, fs)]),
    orphans: [],
    createdDirectories: [],
    removedDirectories: [],
  };
}

function planNew(root: string, { contents, paths, hashes }: FileTree): Plan {
  const created = [...contents].map(([path, after]) => ({ kind: 'create', path, after }) as const);
  const after = formatManifest(hashes);
  return {
    root,
    changes: sortChanges([...created, { kind: 'create', path: manifestName, after }]),
    manifest: contentHash(after),
    orphans: [],
    createdDirectories: [...paths.directories].sort(),
    removedDirectories: [],
  };
}

function compare(root: string, tree: FileTree, mode: CommitMode, fs: FileSystem): Plan {
  const { contents, paths, hashes } = tree;
  const manifest = knownFiles(root, fs, mode === 'prune');
  const abandoned = [...manifest.keys()]
    .filter((path) => !contents.has(path) && isFile(root, path, fs))
    .sort();
  const removals = findRemovals(root, tree, mode, abandoned, fs);
  const removed = new Set(removals.files);
  const orphans = abandoned.filter((path) => !removed.has(path));

  const obstacles = new Obstacles(root, removals, fs);
  const createdDirectories = [...paths.directories]
    .sort()
    .filter((path) => obstacles.directory(path));
  const kept = orphans.map((path) => [path, manifest.get(path)!] as const);
  const next = formatManifest(new Map(sortByPath([...hashes, ...kept])));
  const changes = [...contents, [manifestName, next] as const].map(([path, after]) =>
    compareFile(root, path, after, manifest, obstacles, fs),
  );
  obstacles.check();
  return {
    root,
    changes: sortChanges([...changes, ...deletions(root, removals.files, manifest, fs)]),
    manifest: contentHash(next),
    orphans,
    createdDirectories,
    removedDirectories: removals.directories,
  };
}

function refuseLostEdits(plan: Plan): void {
  const [first, ...others] = lostEdits(plan).map(({ kind, path, origin }) => {
    const file = join(plan.root, path);
    const why = origin === 'edited' ? 'it was edited by hand' : 'it was not generated';
    const message = `cannot ${kind === 'update' ? 'overwrite' : 'delete'} ${file}: ${why}`;
    return {
      code: 'EDITED',
      path: file,
      message,
      fix: 'move it away, or generate without --keep-edits',
      origin,
    };
  });
  if (first) throw new DiskError([first, ...others], 'nothing was changed');
}

/** What the manifest lists. One that cannot be read counts as empty, unless files go by it. */
function knownFiles(root: string, fs: FileSystem, isNeeded = false): Manifest {
  const manifest = readManifest(root, fs);
  if (manifest !== 'damaged') return manifest ?? new Map();
  if (!isNeeded) return new Map();
  throw damagedManifest(root, 'restore it, or generate once without removing anything');
}

function findRemovals(
  root: string,
  { contents, paths: { byFold, directories } }: FileTree,
  mode: CommitMode,
  abandoned: readonly string[],
  fs: FileSystem,
): Removals {
  if (mode === 'clean') {
    return findAllBut(root, { files: new Set(contents.keys()), directories }, fs);
  }
  const entry = (path: string) => entryAt(join(root, path), fs);
  // Where case is ignored, a file whose name changed in case alone is one file under two names.
  const files = abandoned.filter((path) => {
    const respelled = byFold.get(fold(path));
    return mode === 'prune' || (respelled !== undefined && isSame(entry(path), entry(respelled)));
  });
  return { files, directories: findEmptied(root, files, directories, fs) };
}

function compareFile(
  root: string,
  path: string,
  after: string,
  manifest: Manifest,
  obstacles: Obstacles,
  fs: FileSystem,
): Change {
  const existing = obstacles.file(path);
  if (!existing) return { kind: 'create', path, after };
  const content = readBytes(join(root, path), fs);
  if (content.equals(Buffer.from(after))) return { kind: 'unchanged', path };
  obstacles.overwrite(path, existing);
  const origin = originOf(path, content, manifest);
  const mode = existing.mode & 0o777;
  return { kind: 'update', path, before: content.toString(), after, origin, mode };
}

function deletions(
  root: string,
  paths: readonly string[],
  manifest: Manifest,
  fs: FileSystem,
): Change[] {
  return paths.map((path) => {
    const isOurs = manifest.has(path) && isFile(root, path, fs);
    const content = isOurs ? readBytes(join(root, path), fs) : Buffer.of();
    return { kind: 'delete', path, origin: originOf(path, content, manifest) };
  });
}

/** Whether a path of the root is a file. What lies behind a link is none: it may be outside. */
function isFile(root: string, path: string, fs: FileSystem): boolean {
  for (const parent of [...parents(path)].reverse()) {
    if (!entryAt(join(root, parent), fs)?.isDirectory()) return false;
  }
  return entryAt(join(root, path), fs)?.isFile() ?? false;
}

function sortChanges(changes: Change[]): Change[] {
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}
