import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { UserError } from '../errors/errors.js';
import { compareFiles, type ExpectedFiles } from '../files/compare.js';
import { HEADER } from './module.js';

/** The files of a package, and those of tables that are no more. */
export async function packageFiles(
  directory: string,
  texts: ReadonlyMap<string, string>,
): Promise<ExpectedFiles> {
  const files = new Map<string, string | undefined>();
  const there = existsSync(directory) ? await readdir(directory) : [];
  for (const name of there.filter((each) => each.endsWith('.py')).sort()) {
    const path = join(directory, name);
    if (!texts.has(name) && isOurs(await readFile(path, 'utf8'))) files.set(path, undefined);
  }
  for (const [name, text] of texts) files.set(join(directory, name), text);
  return files;
}

/**
 * Writes the files that differ, all or none.
 *
 * @returns their paths.
 * @throws {UserError} when one was written by somebody else.
 */
export async function writeModels(files: ExpectedFiles): Promise<readonly string[]> {
  const changed = (await compareFiles(files)).map(({ file }) => file);
  const foreign: string[] = [];
  for (const file of changed) {
    const there = existsSync(file) ? await readFile(file, 'utf8') : '';
    if (there.trim() !== '' && !isOurs(there)) foreign.push(file);
  }
  if (foreign.length > 0) {
    throw new UserError(
      foreign.map((file) => ({
        code: 'foreign-file',
        place: { file, line: 1 },
        message: 'somebody else wrote it: its first line is not that of `schema models`',
        fix: 'Name another file with --out, or remove this one.',
      })),
    );
  }
  for (const file of changed) {
    const text = files.get(file);
    await mkdir(dirname(file), { recursive: true });
    await (text === undefined ? rm(file) : writeFile(file, text));
  }
  return changed;
}

/** By the first sentence: what follows it may be said otherwise one day. */
function isOurs(text: string): boolean {
  return text.startsWith(HEADER.slice(0, HEADER.indexOf('. ')));
}
