import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { UserError } from '../errors/errors.js';
import { HEADER } from './module.js';

/** Where a file parts from what it should be. */
export interface ModelsDifference {
  readonly file: string;
  /** The first line that differs. */
  readonly line: number;
  /** What it says; `null` where the file ends before. */
  readonly found: string | null;
  readonly expected: string | null;
}

/** Compares a file with the text that it should have; `undefined` when it has. */
export async function compareModels(
  file: string,
  text: string,
): Promise<ModelsDifference | undefined> {
  const there = existsSync(file) ? await readFile(file, 'utf8') : '';
  if (there === text) return undefined;
  const [found, expected] = [there, text].map((each) => (each === '' ? [] : each.split(/\r?\n/)));
  let index = 0;
  while (index < found!.length && found![index] === expected![index]) index++;
  return {
    file,
    line: index + 1,
    found: found![index] ?? null,
    expected: expected![index] ?? null,
  };
}

/**
 * Writes the file where it differs.
 *
 * @returns whether it did.
 * @throws {UserError} when the file was written by somebody else.
 */
export async function writeModels(file: string, text: string): Promise<boolean> {
  const there = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  if (there === text) return false;
  if (there !== undefined && there.trim() !== '' && !there.startsWith(HEADER)) {
    throw new UserError([
      {
        code: 'foreign-file',
        place: { file, line: 1 },
        message: 'somebody else wrote it: its first line is not that of `schema models`',
        fix: 'Name another file with --out, or remove this one.',
      },
    ]);
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return true;
}
