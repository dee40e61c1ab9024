import { attempt, explain, ignoring } from '../errors.js';
import type { FileSystem } from '../file-system.js';

/** How many files are made to last at a time: a disk takes many together in the time of a few. */
const atOnce = 64;

/** A file to write. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
  /** Permission bits. Default: what the system gives new files. */
  readonly mode?: number | undefined;
  /** The path that the user knows it by. */
  readonly target: string;
}

/** Makes new files, and makes their content outlast a loss of power. */
export async function writeFiles(files: readonly NewFile[], fs: FileSystem): Promise<void> {
  for (let start = 0; start < files.length; start += atOnce) {
    await writeTogether(files.slice(start, start + atOnce), fs);
  }
}

async function writeTogether(files: readonly NewFile[], fs: FileSystem): Promise<void> {
  const written: { readonly descriptor: number; readonly target: string }[] = [];
  try {
    for (const file of files) {
      const descriptor = attempt('write', file.target, () => writeFile(file, fs));
      written.push({ descriptor, target: file.target });
    }
    // Nothing may be under way any more when a failure is told.
    const outcomes = await Promise.allSettled(
      written.map(async ({ descriptor, target }) => {
        try {
          await fs.fsync(descriptor);
        } catch (error) {
          throw explain(error, 'write', target);
        }
      }),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  } finally {
    for (const { descriptor } of written) fs.closeSync(descriptor);
  }
}

/** @returns the open file; the caller closes it. */
function writeFile({ path, text, mode }: NewFile, fs: FileSystem): number {
  const descriptor = fs.openSync(path, 'wx', 0o666);
  try {
    if (mode !== undefined && (fs.fstatSync(descriptor).mode & 0o777) !== mode) {
      fs.fchmodSync(descriptor, mode);
    }
    const content = encode(text);
    for (let written = 0; written < content.length;) {
      written += fs.writeSync(descriptor, content, written);
    }
    return descriptor;
  } catch (error) {
    fs.closeSync(descriptor);
    throw error;
  }
}

/** Where a text becomes bytes. One for all: each is written before the next is encoded. */
const scratch = Buffer.allocUnsafeSlow(1 << 16);

/** @returns bytes that hold until the next call. */
function encode(text: string): Buffer {
  // A UTF-16 code unit takes three bytes at most.
  if (text.length * 3 > scratch.length) return Buffer.from(text);
  return scratch.subarray(0, scratch.write(text));
}

/** Makes the names in a directory outlast a loss of power, where the system can. */
export function syncDirectory(path: string, fs: FileSystem): void {
  if (process.platform === 'win32') return;
  attempt('write', path, () => {
    // Some file systems keep directories safe by themselves and say so in one of these ways.
    ignoring(['EINVAL', 'ENOTSUP', 'EBADF', 'ENOENT', 'ENOTDIR'], () => {
      const descriptor = fs.openSync(path, 'r');
      try {
        fs.fsyncSync(descriptor);
      } finally {
        fs.closeSync(descriptor);
      }
    });
  });
}
