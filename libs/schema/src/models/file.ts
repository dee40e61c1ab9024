import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { isGeneratedFrom } from '@rowhouse/python';

import { compareFiles, type ExpectedFiles } from '../files/compare.js';
import { refuseForeignFiles } from '../files/foreign.js';
import { SOURCE } from './module.js';

const isOurs = (text: string) => isGeneratedFrom(SOURCE, text);

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
  await refuseForeignFiles(changed, 'schema models', isOurs);
  for (const file of changed) {
    const text = files.get(file);
    await mkdir(dirname(file), { recursive: true });
    await (text === undefined ? rm(file) : writeFile(file, text));
  }
  return changed;
}
