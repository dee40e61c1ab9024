import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { UserError } from '../errors/errors.js';

/**
 * Sees that a command replaces no file of somebody else.
 *
 * @param isOurs Whether a text was written by the command.
 * @throws {UserError} naming each file that is there, says something, and begins otherwise.
 */
export async function refuseForeignFiles(
  files: readonly string[],
  command: string,
  isOurs: (text: string) => boolean,
): Promise<void> {
  const foreign: string[] = [];
  for (const file of files) {
    const there = existsSync(file) ? await readFile(file, 'utf8') : '';
    if (there.trim() !== '' && !isOurs(there)) foreign.push(file);
  }
  if (foreign.length === 0) return;
  throw new UserError(
    foreign.map((file) => ({
      code: 'foreign-file',
      place: { file, line: 1 },
      message: `the file was not written by \`${command}\``,
      fix: 'Set another file with --out, or delete this one.',
    })),
  );
}
