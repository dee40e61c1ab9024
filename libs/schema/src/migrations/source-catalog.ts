import type pg from 'pg';

import type { Shadow } from '../database/shadow.js';
import type { DesiredState } from '../desired-state.js';
import { pgDelta, type Catalog, type Ownership } from '../diff/index.js';
import { buildDesired, type Built } from './desired-catalog.js';
import { UserError } from '../errors/errors.js';
import { readCatalog } from './catalog-files.js';
import { damaged, type Migration } from './folder.js';
import { withRolesHidden } from './scratch-roles.js';
import { asOneTransaction } from './script-units.js';

/** The catalog that running all migrations in a scratch database makes. */
export function replay(shadow: Shadow, migrations: readonly Migration[]): Promise<Catalog> {
  return replayed(shadow, migrations, (client, owns) => pgDelta.read(client, owns));
}

/** Reads something from a scratch database in which all migrations have run. */
export async function replayed<T>(
  shadow: Shadow,
  migrations: readonly Migration[],
  read: (client: pg.Client, owns: Ownership) => Promise<T>,
): Promise<T> {
  const { owns } = migrations.at(-1)!.record;
  const client = await shadow.database();
  return withRolesHidden(client, owns.roles, async () => {
    for (const { id, up } of migrations) {
      await client.query(asOneTransaction(`${id}/up.sql`, up)).catch((cause: unknown) => {
        throw new UserError(
          [
            {
              code: 'unrepeatable-migration',
              subject: id,
              message: `does not run on an empty database: ${(cause as Error).message}`,
            },
          ],
          { cause },
        );
      });
    }
    return read(client, owns);
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

/**
 * Reads both ends of the change from the migrations to the code. The first is the catalog stored
 * with the last migration, unless it was read from another major version of PostgreSQL than the
 * server's.
 */
export async function readEnds(
  shadow: Shadow,
  directory: string,
  migrations: readonly Migration[],
  state: DesiredState,
): Promise<Ends> {
  const last = migrations.at(-1);
  const ownership = together(state, last?.record.owns);
  let stored: Catalog | undefined;
  const built = await buildDesired(shadow, state, ownership, async () => {
    if (last) stored = await storedCatalog(directory, migrations);
  });
  if (!stored) return { ...built, source: built.empty, ownership };
  const isOfServer = stored.serverMajor === built.catalog.serverMajor;
  const source = isOfServer ? stored : await replay(shadow, migrations);
  return { ...built, source, ownership };
}

/** The catalog that the last of some migrations, the first ones of the folder, leads to. */
export async function storedCatalog(
  directory: string,
  migrations: readonly Migration[],
): Promise<Catalog> {
  const text = await readCatalog(directory, migrations);
  try {
    return pgDelta.deserialize(text);
  } catch (cause) {
    // An edit is in all catalogs from there on.
    if (migrations.length > 1) await storedCatalog(directory, migrations.slice(0, -1));
    throw new UserError([damaged(migrations.at(-1)!.id, 'its catalog was edited or truncated')], {
      cause,
    });
  }
}

/** What is ours on either side of a change. */
export function together(...parts: readonly (Ownership | undefined)[]): Ownership {
  const merged = (pick: (part: Ownership) => readonly string[]) =>
    [...new Set(parts.flatMap((part) => (part ? pick(part) : [])))].sort();
  return { schemas: merged(({ schemas }) => schemas), roles: merged(({ roles }) => roles) };
}
