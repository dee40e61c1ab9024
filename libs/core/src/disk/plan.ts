import { join } from 'node:path';

import { protection, refuseForeign, refuseProtected } from './protection.js';
import { nodeDisk, type Disk } from './disk.js';
import { DiskError, onDisk } from './error.js';
import { sortByPath, type CheckedFiles } from './generated.js';
import { contentHash, formatManifest, readManifest, type Manifest } from './manifest.js';
import { manifestName } from './names.js';
import { Obstacles } from './obstacles.js';
import { fold } from './paths.js';
import { isThere, resolveRoot } from './root.js';
import { findAllBut, findEmptied, type Removals } from './survey.js';
import type { Change, CleanContext, CommitMode, Plan, PlanOptions } from './types.js';

/**
 * Compares generated files with the output directory, by content. Reads only; what it says holds as
 * long as no other run writes.
 *
 * @param root the output directory; it may be missing.
 * @throws DiskError for whatever stands in a file's way (all of them at once), for a clean that is
 *   refused, and for errors of the system.
 */
export function planChanges(root: string, files: CheckedFiles, options: PlanOptions): Plan {
  const disk = options.disk ?? nodeDisk;
  const narrowed = options.mode === 'clean' ? narrow(root, options.context, disk) : undefined;
  const mode = narrowed ? 'prune' : options.mode;
  const real = resolveRoot(root, disk);
  const plan = isThere(real, disk) ? compare(real, files, mode, disk) : first(real, files);
  return { ...plan, ...(narrowed && { narrowed }) };
}

/** Whether a commit of this plan would write anything. */
export function hasChanges(plan: Plan): boolean {
  return plan.changes.some((change) => change.kind !== 'unchanged');
}

/** Refuses a clean, or names the directory that allows no more than a prune. */
function narrow(root: string, context: CleanContext, disk: Disk): string | undefined {
  const found = protection(root, context, disk);
  if (found?.hostsOutput) return found.what;
  refuseProtected(root, context, disk);
  refuseForeign(root, context, disk);
  return undefined;
}

function first(root: string, { contents, paths, hashes }: CheckedFiles): Plan {
  const created = [...contents].map(([path, after]) => ({ kind: 'create', path, after }) as const);
  const manifest = { kind: 'create', path: manifestName, after: formatManifest(hashes) } as const;
  return {
    root,
    changes: sortChanges([...created, manifest]),
    orphans: [],
    newDirectories: [...paths.directories].sort(),
    oldDirectories: [],
  };
}

function compare(root: string, files: CheckedFiles, mode: CommitMode, disk: Disk): Plan {
  const { contents, paths, hashes } = files;
  const listed = readManifest(root, disk);
  if (listed === 'damaged' && mode === 'prune') throw damaged(root);
  const manifest: Manifest = listed === 'damaged' || !listed ? new Map() : listed;
  const abandoned = [...manifest.keys()]
    .filter((path) => !contents.has(path) && isFile(root, path, disk))
    .sort();
  const removals = findRemovals(root, files, mode, abandoned, disk);
  const removed = new Set(removals.files);
  const orphans = abandoned.filter((path) => !removed.has(path));

  const obstacles = new Obstacles(root, removals, disk);
  const newDirectories = [...paths.directories].sort().filter((path) => obstacles.directory(path));
  const changes: Change[] = [...contents].map(([path, after]) =>
    compareFile(root, path, after, manifest.get(path), obstacles, disk),
  );
  const kept = orphans.map((path) => [path, manifest.get(path)!] as const);
  const next = formatManifest(new Map(sortByPath([...hashes, ...kept])));
  changes.push(
    compareFile(root, manifestName, next, undefined, obstacles, disk),
    ...removals.files.map((path) => ({ kind: 'delete', path }) as const),
  );
  obstacles.check();
  return {
    root,
    changes: sortChanges(changes),
    orphans,
    newDirectories,
    oldDirectories: removals.directories,
  };
}

function findRemovals(
  root: string,
  { contents, paths: { byFold, directories } }: CheckedFiles,
  mode: CommitMode,
  abandoned: readonly string[],
  disk: Disk,
): Removals {
  if (mode === 'clean') {
    return findAllBut(root, { files: new Set(contents.keys()), directories }, disk);
  }
  // Where case is ignored, a file whose name changed in case alone is one file under two names.
  const files = abandoned.filter((path) => {
    const respelled = byFold.get(fold(path));
    return mode === 'prune' || (respelled !== undefined && isOneFile(root, path, respelled, disk));
  });
  return { files, directories: findEmptied(root, files, directories, disk) };
}

function compareFile(
  root: string,
  path: string,
  after: string,
  listedHash: string | undefined,
  obstacles: Obstacles,
  disk: Disk,
): Change {
  const existing = obstacles.file(path);
  if (!existing) return { kind: 'create', path, after };
  const target = join(root, path);
  if (holds(target, existing.size, after, disk)) return { kind: 'unchanged', path };
  const content = onDisk('read', target, () => disk.readFileSync(target));
  obstacles.overwrite(path, existing);
  const ours = path === manifestName || listedHash === contentHash(content);
  return {
    kind: 'update',
    path,
    before: content.toString(),
    after,
    origin: ours ? 'generated' : listedHash === undefined ? 'foreign' : 'edited',
    mode: existing.mode & 0o777,
  };
}

/** Whether a file has this text and nothing else. */
function holds(file: string, size: number, text: string, disk: Disk): boolean {
  if (size !== Buffer.byteLength(text)) return false;
  // Reading text costs less than reading bytes, but bytes that are no UTF-8 read as U+FFFD.
  if (onDisk('read', file, () => disk.readFileSync(file, 'utf8')) !== text) return false;
  if (!text.includes('\uFFFD')) return true;
  return onDisk('read', file, () => disk.readFileSync(file)).equals(Buffer.from(text));
}

function damaged(root: string): DiskError {
  const path = join(root, manifestName);
  return new DiskError(
    'MANIFEST',
    path,
    `cannot tell generated files from others: ${path} is damaged or of another version; ` +
      'restore it, or generate once without removing anything',
  );
}

function isFile(root: string, path: string, disk: Disk): boolean {
  const file = join(root, path);
  // A link on the way may lead out of the root: what lies behind it is no file of ours.
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
    const directory = join(root, path.slice(0, end));
    const entry = onDisk('read', directory, () =>
      disk.lstatSync(directory, { throwIfNoEntry: false }),
    );
    if (!entry?.isDirectory()) return false;
  }
  const entry = onDisk('read', file, () => disk.lstatSync(file, { throwIfNoEntry: false }));
  return entry?.isFile() ?? false;
}

function isOneFile(root: string, path: string, other: string, disk: Disk): boolean {
  const [left, right] = [path, other].map((name) => {
    const file = join(root, name);
    return onDisk('read', file, () => disk.lstatSync(file, { throwIfNoEntry: false }));
  });
  return left !== undefined && left.ino === right?.ino && left.dev === right.dev;
}

function sortChanges(changes: Change[]): Change[] {
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}
