import type pg from 'pg';

import { ownSchemas } from '../database/own-schemas.js';
import { inSnapshot } from '../database/transaction.js';
import { adviceOn, pgDelta, type Catalog, type Ownership } from '../diff/index.js';
import { UserError } from '../errors/errors.js';
import { formatIssue } from '@rowhouse/errors';
import { ownerNotes } from './source-owners.js';
import { rolesOf } from './source-roles.js';

/** A database as it was found. */
export interface Source {
  readonly ownership: Ownership;
  readonly catalog: Catalog;
  /** What no catalog holds, and a file therefore lacks. */
  readonly notes: readonly string[];
}

/**
 * Reads a database.
 *
 * @param wanted The schemas to read; without them, all that no extension has made.
 * @throws {UserError} naming each schema that is not there.
 */
export function readSource(
  client: pg.Client,
  wanted: readonly string[] | undefined,
): Promise<Source> {
  return inSnapshot(client, async () => {
    const names = await ownSchemas(client);
    const absent = (wanted ?? []).filter((name) => !names.includes(name));
    if (absent.length > 0) {
      throw new UserError(
        absent.map((name) => ({
          code: 'unknown-schema',
          subject: '--schemas',
          found: name,
          expected: names,
        })),
      );
    }
    const schemas = wanted ? names.filter((name) => wanted.includes(name)) : names;
    const { roles, notes } = await rolesOf(client, schemas);
    const ownership = { schemas, roles };
    const { catalog, left } = await readAll(client, ownership);
    return {
      ownership,
      catalog,
      notes: [...notes, ...(await ownerNotes(client, ownership)), ...left],
    };
  });
}

/** What the catalog cannot hold is named, and the rest is read. */
async function readAll(
  client: pg.Client,
  ownership: Ownership,
): Promise<{ readonly catalog: Catalog; readonly left: readonly string[] }> {
  await client.query('SAVEPOINT complete');
  try {
    return { catalog: await pgDelta.read(client, ownership, { complete: true }), left: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT complete');
    const left = error.issues.map(({ subject = '' }) =>
      formatIssue({ code: 'not-pulled', subject, ...adviceOn(subject).pulled }),
    );
    return { catalog: await pgDelta.read(client, ownership), left };
  }
}
