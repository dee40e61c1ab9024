import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { writing } from '../errors/writing.js';
import { HEADER } from './module.js';
import { isFolder, type Pulled } from './pull.js';

/** How what is on the disk relates to what was pulled. */
export interface PulledFiles {
  /** Whether any of the files is there. */
  readonly isThere: boolean;
  readonly isSame: boolean;
  /** Files of a folder that were pulled once, and would not be now. */
  readonly leftOver: readonly string[];
}

/**
 * Looks at the files that would be written.
 *
 * @throws {UserError} when the system refuses to read one.
 */
export async function readPulled(out: string, { files }: Pulled): Promise<PulledFiles> {
  const texts = await Promise.all([...files.keys()].map(textOf));
  const leftOver: string[] = [];
  if (isFolder(out) && existsSync(out)) {
    for (const name of (await writing(out, () => readdir(out))).sort()) {
      const path = join(out, name);
      if (files.has(path) || !name.endsWith('.ts')) continue;
      if ((await textOf(path))?.startsWith(HEADER)) leftOver.push(path);
    }
  }
  const wanted = [...files.values()];
  return {
    isThere: texts.some((text) => text !== undefined),
    isSame: leftOver.length === 0 && texts.every((text, at) => text === wanted[at]),
    leftOver,
  };
}

/**
 * Writes the files, and removes those left over.
 *
 * @throws {UserError} when the system refuses to.
 */
export async function writePulled({ files }: Pulled, { leftOver }: PulledFiles): Promise<void> {
  for (const [path, text] of files) {
    await writing(path, async () => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    });
  }
  for (const path of leftOver) await writing(path, () => rm(path));
}

function textOf(path: string): Promise<string | undefined> {
  return writing(path, async () => (existsSync(path) ? await readFile(path, 'utf8') : undefined));
}
