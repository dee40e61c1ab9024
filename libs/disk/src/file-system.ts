import fs, { type Dirent, type Stats } from 'node:fs';
import { promisify } from 'node:util';

import { attempt, ignoring } from './errors.js';

const fsync = promisify(fs.fsync);

/**
 * The calls of `node:fs` that this package makes, and no others. Tests pass a file system that fails,
 * counts, or kills the process.
 */
export const nodeFileSystem = {
  closeSync: fs.closeSync,
  fchmodSync: fs.fchmodSync,
  fstatSync: fs.fstatSync,
  /** What `fsyncSync` does, while this process goes on. */
  fsync: (descriptor: number) => fsync(descriptor),
  fsyncSync: fs.fsyncSync,
  linkSync: fs.linkSync,
  lstatSync: fs.lstatSync,
  mkdirSync: fs.mkdirSync,
  openSync: fs.openSync,
  readFileSync: fs.readFileSync,
  readdirSync: fs.readdirSync,
  /** The path with every link resolved, spelled as the file system spells it. */
  realpathSync: (path: string) => fs.realpathSync.native(path),
  renameSync: fs.renameSync,
  rmSync: fs.rmSync,
  rmdirSync: fs.rmdirSync,
  unlinkSync: fs.unlinkSync,
  writeSync: fs.writeSync,
};

export type FileSystem = typeof nodeFileSystem;

/** What lies at a path, a link itself and not what it leads to; undefined when nothing does. */
export function entryAt(path: string, fs: FileSystem): Stats | undefined {
  let entry: Stats | undefined;
  attempt('read', path, () => {
    ignoring(['ENOTDIR'], () => {
      entry = fs.lstatSync(path, { throwIfNoEntry: false });
    });
  });
  return entry;
}

/** Whether there is an entry of this name, be it a link to nothing. */
export function exists(path: string, fs: FileSystem): boolean {
  return entryAt(path, fs) !== undefined;
}

/** What a directory holds; undefined when it is not there. */
export function entriesOf(path: string, fs: FileSystem): Dirent[] | undefined {
  let entries: Dirent[] | undefined;
  attempt('read', path, () => {
    ignoring(['ENOENT', 'ENOTDIR'], () => {
      entries = fs.readdirSync(path, { withFileTypes: true });
    });
  });
  return entries;
}

export function readBytes(path: string, fs: FileSystem): Buffer {
  return attempt('read', path, () => fs.readFileSync(path));
}
