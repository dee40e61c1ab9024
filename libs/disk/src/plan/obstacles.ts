import type { Stats } from 'node:fs';
import { join } from 'node:path';

import { DiskError, type Problem } from '../errors.js';
import { entryAt, type FileSystem } from '../file-system.js';
import { fold } from '../paths/paths.js';
import type { Removals } from './removals.js';

const link = ['it is a symbolic link, which may lead elsewhere', 'remove it'] as const;

/**
 * What is in the way of files to commit. Problems are collected, so that all are told at once;
 * what the same commit removes is no obstacle.
 */
export class Obstacles {
  readonly #problems: Problem[] = [];
  readonly #gone: ReadonlySet<string>;
  readonly #goneByFold: ReadonlyMap<string, string>;
  readonly #unusable = new Set<string>();

  constructor(
    private readonly root: string,
    removals: Removals,
    private readonly fs: FileSystem,
  ) {
    const gone = [...removals.files, ...removals.directories];
    this.#gone = new Set(gone);
    this.#goneByFold = new Map(gone.map((path) => [fold(path), path]));
  }

  /** Whether a directory has to be made. Ask for parents first. */
  directory(path: string): boolean {
    const entry = this.#find(path);
    if (entry?.isDirectory()) return false;
    this.#unusable.add(path);
    if (entry?.isSymbolicLink()) this.#report(path, ...link);
    else if (entry) this.#report(path, 'it is a file where a directory belongs', 'move it away');
    return true;
  }

  /** The file that a new one would replace. */
  file(path: string): Stats | undefined {
    const entry = this.#find(path);
    if (!entry || entry.isFile()) return entry;
    if (entry.isSymbolicLink()) this.#report(path, ...link);
    else if (entry.isDirectory()) {
      this.#report(path, 'it is a directory where a file belongs', 'move it away');
    } else this.#report(path, 'it is neither a file nor a directory', 'remove it');
    return undefined;
  }

  /** Notes that a file is to get new content. */
  overwrite(path: string, entry: Stats): void {
    if ((entry.mode & 0o200) !== 0) return;
    this.#report(path, 'it is read-only', 'make it writable or remove it');
  }

  /** @throws DiskError when there are problems; it lists all of them. */
  check(): void {
    const [first, ...others] = this.#problems;
    if (first) throw new DiskError([first, ...others]);
  }

  #find(path: string): Stats | undefined {
    const slash = path.lastIndexOf('/');
    if (slash > 0 && this.#unusable.has(path.slice(0, slash))) return undefined;
    const entry = entryAt(join(this.root, path), this.fs);
    return entry && this.#isGone(path, entry) ? undefined : entry;
  }

  /** Whether an entry goes, perhaps under another spelling where case is ignored. */
  #isGone(path: string, entry: Stats): boolean {
    if (this.#gone.size === 0) return false;
    if (this.#gone.has(path)) return true;
    const twin = this.#goneByFold.get(fold(path));
    return twin !== undefined && isSame(entry, entryAt(join(this.root, twin), this.fs));
  }

  #report(path: string, why: string, fix: string): void {
    const target = join(this.root, path);
    const message = `cannot write ${target}: ${why}`;
    this.#problems.push({ code: 'OBSTACLE', path: target, message, fix });
  }
}

/** Whether two entries are one file or directory, whatever their paths. */
export function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
