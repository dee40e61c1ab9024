import type { Stats } from 'node:fs';
import { join } from 'node:path';

import type { Disk } from './disk.js';
import { DiskError, onDisk } from './error.js';
import { fold } from './paths.js';
import type { Removals } from './survey.js';

/**
 * What stands in the way of generated files. Problems are collected, so that all are told at once;
 * what the same commit removes is no obstacle.
 */
export class Obstacles {
  readonly #problems: { path: string; message: string }[] = [];
  readonly #gone: ReadonlySet<string>;
  readonly #goneByFold: ReadonlyMap<string, string>;
  readonly #unusable = new Set<string>();

  constructor(
    private readonly root: string,
    removals: Removals,
    private readonly disk: Disk,
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
    if (entry?.isSymbolicLink()) {
      this.#report(path, 'it is a symbolic link, which may lead elsewhere; remove it');
    } else if (entry) this.#report(path, 'it is a file where a directory belongs; move it away');
    return true;
  }

  /** The file that a generated one would replace. */
  file(path: string): Stats | undefined {
    const entry = this.#find(path);
    if (!entry || entry.isFile()) return entry;
    this.#report(
      path,
      entry.isDirectory()
        ? 'it is a directory where a file belongs; move it away'
        : entry.isSymbolicLink()
          ? 'it is a symbolic link, which may lead elsewhere; remove it'
          : 'it is neither a file nor a directory; remove it',
    );
    return undefined;
  }

  /** Notes that a file is to get new content. */
  overwrite(path: string, entry: Stats): void {
    if ((entry.mode & 0o200) !== 0) return;
    this.#report(path, 'it is read-only; make it writable or remove it');
  }

  /** @throws DiskError when there are problems; it lists all of them. */
  check(): void {
    const [problem] = this.#problems;
    if (!problem) return;
    const messages = this.#problems.map(({ message }) => message);
    throw new DiskError('OBSTACLE', problem.path, messages);
  }

  #find(path: string): Stats | undefined {
    const slash = path.lastIndexOf('/');
    if (slash > 0 && this.#unusable.has(path.slice(0, slash))) return undefined;
    const target = join(this.root, path);
    const entry = this.#lstat(target);
    return entry && this.#isGone(path, entry) ? undefined : entry;
  }

  /** Whether an entry goes, perhaps under another spelling where case is ignored. */
  #isGone(path: string, entry: Stats): boolean {
    if (this.#gone.size === 0) return false;
    if (this.#gone.has(path)) return true;
    const twin = this.#goneByFold.get(fold(path));
    if (twin === undefined) return false;
    const other = this.#lstat(join(this.root, twin));
    return other?.ino === entry.ino && other.dev === entry.dev;
  }

  #lstat(path: string): Stats | undefined {
    return onDisk('read', path, () => this.disk.lstatSync(path, { throwIfNoEntry: false }));
  }

  #report(path: string, what: string): void {
    const target = join(this.root, path);
    this.#problems.push({ path: target, message: `cannot write ${target}: ${what}` });
  }
}
