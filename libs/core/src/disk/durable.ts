import type { Disk } from './disk.js';
import { unless } from './error.js';

/** Makes the names in a directory outlast a loss of power, where the system can. */
export function syncDirectory(path: string, disk: Disk): void {
  if (process.platform === 'win32') return;
  // Some file systems keep directories safe by themselves and say so in one of these ways.
  unless(['EINVAL', 'ENOTSUP', 'EBADF', 'ENOENT', 'ENOTDIR'], () => {
    const descriptor = disk.openSync(path, 'r');
    try {
      disk.fsyncSync(descriptor);
    } finally {
      disk.closeSync(descriptor);
    }
  });
}

/** Where a text becomes bytes. One for all: each is written before the next is encoded. */
const scratch = Buffer.allocUnsafeSlow(1 << 16);

/** @returns bytes that hold until the next call. */
function encode(text: string): Buffer {
  // A UTF-16 code unit takes three bytes at most.
  if (text.length * 3 > scratch.length) return Buffer.from(text);
  return scratch.subarray(0, scratch.write(text));
}

/**
 * Makes a new file with this text. Its content outlasts a loss of power when `fsync` has returned.
 *
 * @param mode permission bits. Default: what the system gives new files.
 * @returns the open file; the caller closes it.
 */
export function writeNew(path: string, text: string, disk: Disk, mode?: number): number {
  const descriptor = disk.openSync(path, 'wx', 0o666);
  try {
    if (mode !== undefined && (disk.fstatSync(descriptor).mode & 0o777) !== mode) {
      disk.fchmodSync(descriptor, mode);
    }
    const content = encode(text);
    for (let written = 0; written < content.length;) {
      written += disk.writeSync(descriptor, content, written);
    }
    return descriptor;
  } catch (error) {
    disk.closeSync(descriptor);
    throw error;
  }
}
