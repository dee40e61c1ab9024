import type { Shadow } from '../database/shadow.js';
import type { DesiredState } from '../desired-state.js';
import { pgDelta, type Catalog, type Ownership } from '../diff/index.js';
import { buildDesired, type Built } from './desired-catalog.js';
import { MigrationError } from './errors.js';
import { readCatalog, type Migration } from './folder.js';
import { withRolesHidden } from './scratch-roles.js';

/**
 * The catalog that migrations lead to: the one stored with the last of them, or, where that was
 * read from another major version of PostgreSQL than the server's, what running them all in a
 * scratch database makes.
 */
export async function catalogOf(
  shadow: Shadow,
  directory: string,
  migrations: readonly [...Migration[], Migration],
  major: number,
): Promise<Catalog> {
  const last = migrations.at(-1)!;
  const stored = await storedCatalog(directory, last);
  if (stored.serverMajor === major) return stored;
  const client = await shadow.database();
  return withRolesHidden(client, last.record.owns.roles, async () => {
    for (const { id, up } of migrations) {
      await client.query(up).catch((cause: unknown) => {
        throw new MigrationError(
          `${id} does not run on an empty database: ${(cause as Error).message}`,
          { cause },
        );
      });
    }
    return pgDelta.read(client, last.record.owns);
  });
}

/**
 * Both ends of a change: what the migrations lead to, and the desired state in a scratch database.
 */
export interface Ends extends Built {
  readonly source: Catalog;
  /** What is ours at either end. */
  readonly ownership: Ownership;
}

/** Reads both ends of the change from the migrations to the code. */
export async function readEnds(
  shadow: Shadow,
  directory: string,
  migrations: readonly Migration[],
  state: DesiredState,
): Promise<Ends> {
  const ownership = together(state, migrations.at(-1)?.record.owns);
  const built = await buildDesired(shadow, state, ownership);
  const { serverMajor } = built.catalog;
  const source = isNotEmpty(migrations)
    ? await catalogOf(shadow, directory, migrations, serverMajor)
    : built.empty;
  return { ...built, source, ownership };
}

function isNotEmpty<T>(list: readonly T[]): list is readonly [...T[], T] {
  return list.length > 0;
}

/** The catalog stored with a migration. */
export async function storedCatalog(directory: string, migration: Migration): Promise<Catalog> {
  const text = await readCatalog(directory, migration);
  try {
    return pgDelta.deserialize(text);
  } catch (cause) {
    throw new MigrationError(
      `${migration.id} is damaged: its catalog.json was edited or cut. Restore it from version control`,
      { cause },
    );
  }
}

/** What is ours on either side of a change. */
function together(...parts: readonly (Ownership | undefined)[]): Ownership {
  const merged = (pick: (part: Ownership) => readonly string[]) =>
    [...new Set(parts.flatMap((part) => (part ? pick(part) : [])))].sort();
  return { schemas: merged(({ schemas }) => schemas), roles: merged(({ roles }) => roles) };
}
