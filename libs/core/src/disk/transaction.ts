import { join, posix } from 'node:path';

import type { Disk } from './disk.js';
import { DiskError, onDisk, unless } from './error.js';
import { staged, type Journal } from './journal.js';
import { stageName } from './names.js';
import { parents } from './paths.js';
import { syncDirectory } from './durable.js';

/** What file systems answer that have no hard links, or none for this file. */
const noLink = ['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/**
 * The steps of a journal, to be done or undone. How far they are is read off the names in the stage,
 * so both directions can start anywhere: in the middle, or after having been stopped themselves.
 *
 * A step never leaves a file without one of its two contents under a name that is known: the old file
 * is kept in the stage before the new one takes its place, and a removed file waits there.
 */
export class Transaction {
  readonly #stage: string;
  readonly #inStage: Set<string>;
  readonly #directories = new Set<string>();

  constructor(
    private readonly root: string,
    private readonly journal: Journal,
    private readonly disk: Disk,
  ) {
    this.#stage = join(root, stageName);
    this.#inStage = new Set(onDisk('read', this.#stage, () => disk.readdirSync(this.#stage)));
  }

  /** Does every step that is not done. */
  redo(): void {
    const { deletes, oldDirectories, newDirectories, puts } = this.journal;
    for (const [index, path] of deletes.entries()) this.#remove(path, staged.gone(index));
    for (const { path } of oldDirectories) this.#removeDirectory(path);
    for (const path of newDirectories) this.#makeDirectory(path, 0o777);
    for (const [index, put] of puts.entries()) this.#put(put.path, put.replaces, index);
    this.#syncDirectories();
  }

  /** Undoes every step that is done. */
  undo(): void {
    const { deletes, oldDirectories, newDirectories, puts } = this.journal;
    for (let index = puts.length - 1; index >= 0; index--) this.#takeBack(puts[index]!.path, index);
    for (const path of newDirectories.toReversed()) this.#removeDirectory(path);
    for (const { path, mode } of oldDirectories.toReversed()) this.#makeDirectory(path, mode);
    for (let index = deletes.length - 1; index >= 0; index--) {
      this.#restore(deletes[index]!, staged.gone(index));
    }
    this.#syncDirectories();
  }

  #put(path: string, replaces: boolean, index: number): void {
    const fresh = staged.fresh(index);
    if (!this.#inStage.has(fresh)) return;
    this.#checkParents(path);
    const target = join(this.root, path);
    onDisk('write', target, () => {
      if (replaces) this.#keepOld(target, staged.old(index));
      this.#move(join(this.#stage, fresh), target);
    });
    this.#inStage.delete(fresh);
  }

  /** A second name for the old file, or else its only one, until the commit is over. */
  #keepOld(target: string, name: string): void {
    if (this.#inStage.has(name)) return;
    const old = join(this.#stage, name);
    unless(['ENOENT'], () => {
      try {
        this.disk.linkSync(target, old);
      } catch (error) {
        unless(noLink, () => {
          throw error;
        });
        this.#move(target, old);
      }
      this.#inStage.add(name);
    });
  }

  #takeBack(path: string, index: number): void {
    const fresh = staged.fresh(index);
    const target = join(this.root, path);
    if (!this.#inStage.has(fresh)) {
      this.#checkParents(path);
      onDisk('write', target, () => this.#move(target, join(this.#stage, fresh)));
      this.#inStage.add(fresh);
    }
    this.#restore(path, staged.old(index));
  }

  #remove(path: string, name: string): void {
    if (this.#inStage.has(name) || this.#findObstacle(path)) return;
    const target = join(this.root, path);
    onDisk('remove', target, () => {
      unless(['ENOENT'], () => {
        this.#move(target, join(this.#stage, name));
        this.#inStage.add(name);
      });
    });
  }

  #restore(path: string, name: string): void {
    if (!this.#inStage.has(name)) return;
    this.#checkParents(path);
    const target = join(this.root, path);
    onDisk('write', target, () => this.#move(join(this.#stage, name), target));
    this.#inStage.delete(name);
  }

  #makeDirectory(path: string, mode: number): void {
    this.#checkParents(path);
    const target = join(this.root, path);
    onDisk('write', target, () => {
      unless(['EEXIST'], () => this.disk.mkdirSync(target, mode));
    });
  }

  /** A directory that somebody put something into meanwhile stays. */
  #removeDirectory(path: string): void {
    if (this.#findObstacle(path)) return;
    const target = join(this.root, path);
    onDisk('remove', target, () => {
      unless(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'], () => this.disk.rmdirSync(target));
    });
    this.#directories.delete(path);
  }

  /** @throws DiskError when `path` lies in a link or a file: a step through it could leave the root. */
  #checkParents(path: string): void {
    const obstacle = this.#findObstacle(path);
    if (obstacle === undefined || obstacle === 'nothing') return;
    const message = `cannot write ${join(this.root, path)}: ${obstacle} is no longer a directory`;
    throw new DiskError('OBSTACLE', obstacle, message);
  }

  /** Which of the directories that `path` lies in is no directory, or `nothing` when one is not there. */
  #findObstacle(path: string): string | undefined {
    for (const directory of [...parents(path)].reverse()) {
      if (this.#directories.has(directory)) continue;
      const target = join(this.root, directory);
      const entry = onDisk('read', target, () =>
        this.disk.lstatSync(target, { throwIfNoEntry: false }),
      );
      if (!entry) return 'nothing';
      if (!entry.isDirectory()) return target;
      this.#directories.add(directory);
    }
    return undefined;
  }

  #move(from: string, to: string): void {
    this.disk.renameSync(from, to);
  }

  #syncDirectories(): void {
    const { deletes, oldDirectories, newDirectories, puts } = this.journal;
    const touched = [...deletes, ...newDirectories, ...puts.map(({ path }) => path)];
    touched.push(...oldDirectories.map(({ path }) => path));
    const directories = new Set([...touched.map((path) => posix.dirname(path)), '.']);
    for (const directory of directories) {
      const path = join(this.root, directory);
      onDisk('write', path, () => syncDirectory(path, this.disk));
    }
  }
}
