import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { UserError } from '../errors/errors.js';
import { HEADER } from './module.js';

/** Texts by path; of a file that is to go, `undefined`. */
export type ModelFiles = ReadonlyMap<string, string | undefined>;

/** Where a file parts from what it should be. */
export interface ModelsDifference {
  readonly file: string;
  /** The first line that differs. */
  readonly line: number;
  /** What it says; `null` where the file ends before. */
  readonly found: string | null;
  readonly expected: string | null;
}

/** The files of a package, and those of tables that are no more. */
export async function packageFiles(
  directory: string,
  texts: ReadonlyMap<string, string>,
): Promise<ModelFiles> {
  const files = new Map<string, string | undefined>();
  const there = existsSync(directory) ? await readdir(directory) : [];
  for (const name of there.filter((each) => each.endsWith('.py')).sort()) {
    const path = join(directory, name);
    if (!texts.has(name) && isOurs(await readFile(path, 'utf8'))) files.set(path, undefined);
  }
  for (const [name, text] of texts) files.set(join(directory, name), text);
  return files;
}

/** Compares files with the texts that they should have: those that have another, or none. */
export async function compareModels(files: ModelFiles): Promise<readonly ModelsDifference[]> {
  const differences: ModelsDifference[] = [];
  for (const [file, text] of files) {
    const there = existsSync(file) ? await readFile(file, 'utf8') : '';
    if (there === (text ?? '')) continue;
    const [found, expected] = [linesOf(there), linesOf(text ?? '')];
    let index = 0;
    while (index < found.length && found[index] === expected[index]) index++;
    differences.push({
      file,
      line: index + 1,
      found: found[index] ?? null,
      expected: expected[index] ?? null,
    });
  }
  return differences;
}

/**
 * Writes the files that differ, all or none.
 *
 * @returns their paths.
 * @throws {UserError} when one was written by somebody else.
 */
export async function writeModels(files: ModelFiles): Promise<readonly string[]> {
  const changed = (await compareModels(files)).map(({ file }) => file);
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

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/);
}
