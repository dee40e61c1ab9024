import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';

/** A machine with less to spare keeps the files on its disk. */
const PLENTY = 4 * 2 ** 30;

/**
 * The directory for a throwaway cluster: five hundred tables are three thousand files, which are
 * quicker made in memory than on most disks. Who sets `TMPDIR` has chosen.
 */
export async function directoryOfClusters(): Promise<string> {
  if (process.env['TMPDIR']) return tmpdir();
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= PLENTY ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
