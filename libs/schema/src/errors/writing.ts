import { UserError } from './errors.js';

/** What keeps a file from being written, or compared, by the code of the system's error. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  ENOENT: 'a folder of its path is not there, or of that which it links to',
  EEXIST: 'a part of its path is a file',
  ENOSPC: 'the disk is full',
};

/**
 * Runs `work` on a file that an option names.
 *
 * @throws {UserError} when the system refuses it.
 */
export async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = REASONS[(cause as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw cause;
    throw new UserError(
      [
        {
          code: 'unwritable-file',
          subject: path,
          message: `cannot be written: ${reason}`,
          fix: 'Name another file with --out.',
        },
      ],
      { cause },
    );
  }
}
