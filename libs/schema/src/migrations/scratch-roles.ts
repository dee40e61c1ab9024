import type pg from 'pg';

import type { Shadow } from '../database/shadow.js';
import { inDiscardedTransaction } from '../database/transaction.js';
import { pgDelta, type Catalog } from '../diff/index.js';
import { quoteIdentifier } from '../sql/identifier.js';

/**
 * Runs `work` in a transaction in which the server has no roles of these names, and rolls it back:
 * those that it has are renamed, which nobody else sees. Where that is not allowed, they stay, and
 * are taken as they are.
 */
export async function withRolesHidden<T>(
  client: pg.ClientBase,
  roles: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await hiding(client, roles, work);
    } catch (error) {
      // Another process made one of the roles after this one looked.
      if (!TAKEN.includes((error as pg.DatabaseError).code ?? '') || attempt === ATTEMPTS) {
        throw error;
      }
    }
  }
}

const TAKEN = ['23505', '42710'];
const ATTEMPTS = 20;

function hiding<T>(
  client: pg.ClientBase,
  roles: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  return inDiscardedTransaction(client, async () => {
    const { rows } = await client.query<{ name: string; oid: number }>(
      `SELECT rolname AS name, oid::int FROM pg_roles
       WHERE rolname = ANY($1) AND rolname NOT IN (current_user, session_user)
       ORDER BY 1`,
      [roles],
    );
    for (const { name, oid } of rows) {
      await client.query('SAVEPOINT hide_role');
      await client
        .query(`ALTER ROLE ${quoteIdentifier(name)} RENAME TO rowhouse_hidden_${oid}`)
        .catch(() => client.query('ROLLBACK TO SAVEPOINT hide_role'));
      await client.query('RELEASE SAVEPOINT hide_role');
    }
    return work();
  });
}

/** Sees that the server has the roles of a catalog for as long as a scratch database needs them. */
export async function provideRoles(
  shadow: Shadow,
  client: pg.Client,
  catalog: Catalog,
): Promise<void> {
  for (const name of pgDelta.roles(catalog)) {
    await shadow.provideRole(client, name, pgDelta.roleStatements(catalog, name));
  }
}
