import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { applyPatch, createTwoFilesPatch } from 'diff';

import { UserError } from '../errors/errors.js';
import { damaged, type Migration } from './folder.js';

/** The catalog that a migration leads to, as a whole: the first one has it. */
const WHOLE = 'catalog.json';
/** How it differs from that of the migration before: a large schema changes little at a time. */
const CHANGES = 'catalog.diff';

/** The file that stores a catalog, given the one of the migration before. */
export function catalogFile(catalog: string, before: string | undefined) {
  if (before === undefined) return { name: WHOLE, text: catalog };
  const text = createTwoFilesPatch('before', 'after', before, catalog, '', '', { context: 0 });
  return { name: CHANGES, text };
}

/**
 * The catalog that the last of some migrations leads to.
 *
 * @param migrations The first ones of the folder.
 * @throws {UserError} when a file is missing, or does not fit those before it.
 */
export async function readCatalog(
  directory: string,
  migrations: readonly Migration[],
): Promise<string> {
  let catalog: string | undefined;
  for (const { id } of migrations) {
    const whole = await readOptional(join(directory, id, WHOLE));
    const changes = whole ?? (await readOptional(join(directory, id, CHANGES)));
    if (changes === undefined) throw refused(id, `it has neither ${WHOLE} nor ${CHANGES}`);
    const next: string | false = whole ?? (catalog !== undefined && applyPatch(catalog, changes));
    if (next === false) {
      const message = `its ${CHANGES} does not fit the catalog before it: one of them was edited`;
      throw refused(id, message);
    }
    catalog = next;
  }
  return catalog!;
}

function refused(id: string, message: string): UserError {
  return new UserError([damaged(id, message)]);
}

async function readOptional(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
}
