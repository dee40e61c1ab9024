import { dirname, join, posix } from 'node:path';

import { attempt, DiskError, ignoring } from '../errors.js';
import { entriesOf, entryAt, type FileSystem } from '../file-system.js';
import { staged, type Journal } from '../journal/journal.js';
import { stageName } from '../names.js';
import { parents } from '../paths/paths.js';
import { syncDirectory } from '../stage/durable.js';

/** What file systems answer that have no hard links, or none for this file. */
const noLink = ['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/** What keeps a directory from being removed: it is not there, or somebody has put something into it. */
const notRemovable = ['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'];

/**
 * The steps of a journal. The old file is kept in the stage before the new one takes its place, and a
 * removed file waits there; so how far the steps came is read off the names in the stage, and they can be
 * rolled back from anywhere, as often as that is interrupted itself.
 */
export class Transaction {
  readonly #stage: string;
  /** Paths of the root that are known to be directories. */
  readonly #directories = new Set<string>();

  constructor(
    private readonly root: string,
    private readonly journal: Journal,
    private readonly fs: FileSystem,
  ) {
    this.#stage = join(root, stageName);
  }

  carryOut(): void {
    const { removedFiles, removedDirectories, newFiles } = this.journal;
    for (const [index, path] of removedFiles.entries()) {
      this.#moveToStage('remove', path, staged.removed(index));
    }
    for (const { path } of removedDirectories) this.#removeDirectory(path);
    for (const [index, { path, replaces }] of newFiles.entries()) {
      if (replaces) this.#keepOld(path, staged.old(index));
      this.#moveFromStage(staged.new(index), path);
    }
    this.#syncDirectories();
  }

  rollBack(): void {
    const { removedFiles, removedDirectories, createdDirectories, newFiles } = this.journal;
    const inStage = new Set(entriesOf(this.#stage, this.fs)?.map(({ name }) => name));
    for (const [index, { path }] of newFiles.entries()) {
      const [file, old] = [staged.new(index), staged.old(index)];
      if (!inStage.has(file)) this.#moveToStage('write', path, file);
      if (inStage.has(old)) this.#moveFromStage(old, path);
    }
    for (const path of createdDirectories.toReversed()) this.#removeDirectory(path);
    for (const { path, mode } of removedDirectories.toReversed()) this.#makeDirectory(path, mode);
    for (const [index, path] of removedFiles.entries()) {
      const file = staged.removed(index);
      if (inStage.has(file)) this.#moveFromStage(file, path);
    }
    this.#syncDirectories();
  }

  /** A second name for the old file, or else its only one, until the commit is over. */
  #keepOld(path: string, name: string): void {
    const target = this.#targetOf(path);
    attempt('write', target, () => {
      try {
        ignoring(['ENOENT'], () => this.fs.linkSync(target, join(this.#stage, name)));
      } catch (error) {
        ignoring(noLink, () => {
          throw error;
        });
        this.fs.renameSync(target, join(this.#stage, name));
      }
    });
  }

  #moveToStage(verb: string, path: string, name: string): void {
    if (this.#findObstacle(path)) return;
    const target = join(this.root, path);
    attempt(verb, target, () => {
      ignoring(['ENOENT'], () => this.fs.renameSync(target, join(this.#stage, name)));
    });
  }

  #moveFromStage(name: string, path: string): void {
    const target = this.#targetOf(path);
    attempt('write', target, () => this.fs.renameSync(join(this.#stage, name), target));
  }

  #makeDirectory(path: string, mode: number): void {
    const target = this.#targetOf(path);
    attempt('write', target, () => {
      ignoring(['EEXIST'], () => this.fs.mkdirSync(target, mode));
    });
  }

  #removeDirectory(path: string): void {
    if (this.#findObstacle(path)) return;
    const target = join(this.root, path);
    attempt('remove', target, () => ignoring(notRemovable, () => this.fs.rmdirSync(target)));
    this.#directories.delete(path);
  }

  /**
   * Where to put a file; the directories that it lies in are there.
   *
   * @throws DiskError when one of them is a link or a file: a step through it could leave the root.
   */
  #targetOf(path: string): string {
    const target = join(this.root, path);
    const obstacle = this.#findObstacle(path);
    if (obstacle === 'nothing') {
      attempt('write', target, () => this.fs.mkdirSync(dirname(target), { recursive: true }));
    } else if (obstacle !== undefined) {
      const message = `cannot write ${target}: ${obstacle} is no longer a directory`;
      throw new DiskError([{ code: 'OBSTACLE', path: obstacle, message, fix: 'move it away' }]);
    }
    return target;
  }

  /** Which of the directories that `path` lies in is no directory, or `nothing` when one is not there. */
  #findObstacle(path: string): string | undefined {
    for (const directory of [...parents(path)].reverse()) {
      if (this.#directories.has(directory)) continue;
      const target = join(this.root, directory);
      const entry = entryAt(target, this.fs);
      if (!entry) return 'nothing';
      if (!entry.isDirectory()) return target;
      this.#directories.add(directory);
    }
    return undefined;
  }

  #syncDirectories(): void {
    const { removedFiles, removedDirectories, createdDirectories, newFiles } = this.journal;
    const entries = [...removedDirectories, ...newFiles].map(({ path }) => path);
    const touched = [...removedFiles, ...createdDirectories, ...entries];
    for (const directory of new Set([...touched.map((path) => posix.dirname(path)), '.'])) {
      syncDirectory(join(this.root, directory), this.fs);
    }
  }
}
