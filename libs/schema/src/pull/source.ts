import type pg from 'pg';

import { ownSchemas } from '../database/own-schemas.js';
import { inSnapshot } from '../database/transaction.js';
import { pgDelta, type Catalog, type Ownership, type Unread } from '../diff/index.js';
import { UserError } from '../errors/errors.js';
import { formatIssue } from '@rowhouse/errors';
import type { RawStatements } from '../metadata/raw.js';
import { ownerNotes } from './source-owners.js';
import { rolesOf } from './source-roles.js';

/** A database as it was found. */
export interface Source {
  readonly ownership: Ownership;
  readonly catalog: Catalog;
  /** What the catalog cannot say, and raw SQL makes. */
  readonly raw: readonly RawStatements[];
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
    const { catalog, unread } = await pgDelta.readWithUnread(client, ownership);
    return {
      ownership,
      catalog,
      raw: unread.flatMap(({ name, sql }) => (sql ? [{ name, ...sql }] : [])),
      notes: [...notes, ...(await ownerNotes(client, ownership)), ...unread.flatMap(noteOf)],
    };
  });
}

function noteOf({ name, fix, sql }: Unread): string[] {
  if (sql) return [];
  const message = 'the file cannot contain it';
  return [formatIssue({ code: 'not-pulled', subject: name, message, fix })];
}
