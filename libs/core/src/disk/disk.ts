import fs from 'node:fs';
import { promisify } from 'node:util';

/**
 * The calls of `node:fs` that this room makes, and no others. Tests pass one that fails, counts, or
 * kills the process; everything else passes {@link nodeDisk}.
 */
export type Disk = Pick<
  typeof fs,
  | 'closeSync'
  | 'fchmodSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'linkSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readFileSync'
  | 'readdirSync'
  | 'renameSync'
  | 'rmdirSync'
  | 'unlinkSync'
  | 'writeSync'
> & {
  /** The path with every link resolved, spelled as the file system spells it. */
  realpathSync(path: string): string;
  /** What `fsyncSync` does, while this process goes on. */
  fsync(descriptor: number): Promise<void>;
};

const fsync = promisify(fs.fsync);

/** The real file system. */
export const nodeDisk: Disk = {
  closeSync: fs.closeSync,
  fchmodSync: fs.fchmodSync,
  fstatSync: fs.fstatSync,
  fsync: (descriptor) => fsync(descriptor),
  fsyncSync: fs.fsyncSync,
  linkSync: fs.linkSync,
  lstatSync: fs.lstatSync,
  mkdirSync: fs.mkdirSync,
  openSync: fs.openSync,
  readFileSync: fs.readFileSync,
  readdirSync: fs.readdirSync,
  realpathSync: (path) => fs.realpathSync.native(path),
  renameSync: fs.renameSync,
  rmdirSync: fs.rmdirSync,
  unlinkSync: fs.unlinkSync,
  writeSync: fs.writeSync,
};
