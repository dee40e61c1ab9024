import { join } from 'node:path';

import { withConnection } from '../database/connection.js';
import { withShadow } from '../database/shadow.js';
import { inSnapshot } from '../database/transaction.js';
import type { DesiredState } from '../desired-state.js';
import { pgDelta, type Difference } from '../diff/index.js';
import { buildDesired } from '../migrations/desired-catalog.js';
import { brokenFunctions } from './broken-functions.js';
import { formatted } from './format.js';
import { INDEX, pulledFolder } from './folder.js';
import { pulledCode, pulledModule } from './module.js';
import { readSource, type Source } from './source.js';

/** What to pull. */
export interface PullOptions {
  readonly databaseUrl: string;
  /** Names of schemas; without them, all of the database. */
  readonly schemas?: readonly string[];
  /** The file that it is for, or the folder for a file a table: its path ends with a slash. */
  readonly out: string;
}

/** A database as TypeScript. */
export interface Pulled extends Source {
  /** The file that has all, by itself or from others. */
  readonly entry: string;
  /** What stands in each file, by its path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Whether a path is that of a folder. */
export function isFolder(out: string): boolean {
  return /[\\/]$/.test(out);
}

/**
 * Reads a database, and writes what it holds as TypeScript. Changes nothing.
 *
 * @throws {UserError} when the database is out of reach, or has no schema of a name.
 */
export async function pull({ databaseUrl, schemas, out }: PullOptions): Promise<Pulled> {
  const source = await withConnection(databaseUrl, async (client) => {
    const read = await readSource(client, schemas);
    return { ...read, broken: await brokenFunctions(client, read.ownership.schemas) };
  });
  const code = pulledCode(source, source.broken.names);
  const texts = isFolder(out)
    ? [...pulledFolder(code)].map(([name, text]) => [join(out, name), text] as const)
    : [[out, pulledModule(code)] as const];
  const files = new Map<string, string>();
  for (const [path, text] of texts) files.set(path, await formatted(text, path));
  const notes = [...source.notes, ...source.broken.notes];
  return { ...source, notes, entry: isFolder(out) ? join(out, INDEX) : out, files };
}

/**
 * The differences of a database from what code describes, which is built in a scratch database
 * beside it.
 *
 * @throws {UserError} when the code does not build, or no scratch database may be made.
 */
export async function differencesFrom(
  state: DesiredState,
  { ownership }: Source,
  databaseUrl: string,
): Promise<readonly Difference[]> {
  const both = {
    schemas: [...new Set([...ownership.schemas, ...state.schemas])].sort(),
    roles: [...new Set([...ownership.roles, ...state.roles])].sort(),
  };
  const actual = await withConnection(databaseUrl, (client) =>
    inSnapshot(client, () => pgDelta.read(client, both)),
  );
  return withShadow(databaseUrl, async (shadow) => {
    const { catalog } = await buildDesired(shadow, state, both, async () => undefined);
    return pgDelta.compare(actual, catalog, 'reported');
  });
}
