import { readFileSync, statSync, type Stats } from 'node:fs';

/** Larger than any config; a file that has no end, or was meant for another program, is not read. */
const maxBytes = 64 * 2 ** 20;

/** A path that names something else than a file of a sensible size. */
export class UnreadableFileError extends Error {}

/**
 * Reads a regular file of at most 64 MiB.
 *
 * @throws UnreadableFileError for a directory, a device, a pipe, a socket, or a file that is too large:
 *   these are never opened, as that may wait for ever.
 * @throws as `fs.readFileSync` does.
 */
export function readRegularFile(path: string): Buffer {
  const stats = statSync(path);
  if (!stats.isFile()) throw new UnreadableFileError(`it is ${kindOf(stats)}, expected a file`);
  if (stats.size > maxBytes) throw tooLarge(stats.size);
  const bytes = readFileSync(path);
  // The size of what the kernel makes up, as in /proc, is told as 0.
  if (bytes.length > maxBytes) throw tooLarge(bytes.length);
  return bytes;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

function tooLarge(bytes: number): UnreadableFileError {
  const size = (bytes / 2 ** 20).toFixed(1);
  return new UnreadableFileError(`it is ${size} MiB large, expected at most 64 MiB`);
}
