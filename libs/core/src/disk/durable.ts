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

/**
 * Makes a new file and sees to it that its content outlasts a loss of power.
 *
 * @param mode permission bits. Default: what the system gives new files.
 */
export async function writeDurably(
  path: string,
  text: string,
  disk: Disk,
  mode?: number,
): Promise<void> {
  const content = Buffer.from(text);
  const descriptor = disk.openSync(path, 'wx', 0o666);
  try {
    if (mode !== undefined && (disk.fstatSync(descriptor).mode & 0o777) !== mode) {
      disk.fchmodSync(descriptor, mode);
    }
    for (let written = 0; written < content.length;) {
      written += disk.writeSync(descriptor, content, written);
    }
    await disk.fsync(descriptor);
  } finally {
    disk.closeSync(descriptor);
  }
}
