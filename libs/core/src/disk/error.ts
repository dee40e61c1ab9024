import { CommandError } from '../errors/errors.js';

/**
 * Something about the output directory keeps a command from doing its work. Unless the message says
 * otherwise, nothing was changed.
 */
export class DiskError extends CommandError {
  /**
   * @param code the system's own (`ENOSPC`), or one of `UNSAFE_PATH`, `COLLISION`, `OBSTACLE`,
   *   `LOCKED`, `PROTECTED`, `FOREIGN`, `MANIFEST`, `JOURNAL`.
   * @param path the file or directory in question; the first one when there are several.
   * @param messages one line for each problem.
   */
  constructor(
    readonly code: string,
    readonly path: string,
    messages: string | readonly string[],
    options?: ErrorOptions,
  ) {
    super(
      [messages].flat().map((message) => ({ message })),
      options,
    );
  }
}

/** What went wrong and what to do, for the errors that people meet. */
const explanations: Record<string, string> = {
  EACCES: 'permission denied; check the permissions of the file and of its directory',
  EBUSY: 'it is in use; close the program that uses it',
  EDQUOT: 'the disk quota is used up; free some space',
  EFBIG: 'the file is too large for this file system',
  EIO: 'the disk reports an input/output error; check the disk',
  EISDIR: 'it is a directory; move it away',
  ELOOP: 'its symbolic links form a loop; remove them',
  EMFILE: 'too many files are open; raise the limit (ulimit -n)',
  ENAMETOOLONG: 'the path is too long for this file system; choose a shorter one',
  ENFILE: 'too many files are open on this system; close some programs',
  ENOENT: 'it disappeared while the command ran; run the command again',
  ENOSPC: 'no space is left on the disk; free some space',
  ENOTDIR: 'a file lies where a directory belongs; move it away',
  EPERM: 'the operation is not permitted; check the permissions of the file and of its directory',
  EROFS: 'the file system is read-only; choose another output directory',
  EXDEV: 'it lies on another file system; keep the whole output directory on one',
};

/** The system's error code, when `error` comes from the system. */
export function errnoCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof DiskError) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? undefined : code;
}

/**
 * Runs calls to the disk.
 *
 * @param verb `write`, `read`, `remove`: what the user would say is being done.
 * @param path what it is being done to, as the user knows it.
 * @throws DiskError for an error of the system; any other error as it is.
 */
export function onDisk<T>(verb: string, path: string, calls: () => T): T {
  try {
    return calls();
  } catch (error) {
    throw explained(error, verb, path);
  }
}

/** {@link onDisk} for calls that wait. */
export async function onDiskAsync<T>(
  verb: string,
  path: string,
  calls: () => Promise<T>,
): Promise<T> {
  try {
    return await calls();
  } catch (error) {
    throw explained(error, verb, path);
  }
}

function explained(error: unknown, verb: string, path: string): unknown {
  const code = errnoCode(error);
  if (code === undefined) return error;
  const why = explanations[code] ?? (error as Error).message;
  return new DiskError(code, path, `cannot ${verb} ${path}: ${why}`, { cause: error });
}

/** Runs calls to the disk, and takes these error codes of the system for "nothing to do". */
export function unless(codes: readonly string[], calls: () => void): void {
  try {
    calls();
  } catch (error) {
    if (!codes.includes(errnoCode(error) ?? '')) throw error;
  }
}

/**
 * Runs calls to the disk that clear up when all that matters is done. Tries twice, since what stays
 * may make others wait; what stays all the same is cleared away by the next run.
 */
export function quietly(clearUp: () => void): void {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return clearUp();
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
    }
  }
}
