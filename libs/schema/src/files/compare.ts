import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Texts by path; of a file that is to go, `undefined`. */
export type ExpectedFiles = ReadonlyMap<string, string | undefined>;

/** Where a file parts from what it should be. */
export interface FileDifference {
  readonly file: string;
  /** The first line that differs. */
  readonly line: number;
  /** What it says; `null` where the file ends before. */
  readonly found: string | null;
  readonly expected: string | null;
}

/** Compares files with the texts that they should have: those that have another, or none. */
export async function compareFiles(files: ExpectedFiles): Promise<readonly FileDifference[]> {
  const differences: FileDifference[] = [];
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

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/);
}
