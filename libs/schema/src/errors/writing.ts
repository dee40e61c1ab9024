import { UserError } from './errors.js';

/** What keeps a file from being written, or compared, by the code of the system's error. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you do not have permission',
  EPERM: 'you do not have permission',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  ENOENT: 'a folder in its path, or in the path that it links to, does not exist',
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
          fix: 'Set another file with --out.',
        },
      ],
      { cause },
    );
  }
}
