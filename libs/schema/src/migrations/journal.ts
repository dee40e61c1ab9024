import type pg from 'pg';

import { advisoryLockHolders } from './lock-holders.js';

/** A migration that a database has. */
export interface AppliedMigration {
  readonly id: string;
  readonly checksum: string;
  readonly appliedAt: Date;
}

const JOURNAL = 'rowhouse.migrations';

/** Any two numbers that no other program is likely to choose; a lock is a database's own. */
const LOCK = [0x726f7768, 0x6f757365] as const;

/** How often a waiting command asks for the lock. */
const POLL_MS = 200;

/** The migrations that a database has, oldest first. Makes nothing. */
export async function readJournal(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS exists',
    [JOURNAL],
  );
  if (!found[0]!.exists) return [];
  const { rows } = await client.query<AppliedMigration>(
    `SELECT id, checksum, applied_at AS "appliedAt" FROM ${JOURNAL} ORDER BY id`,
  );
  return rows;
}

/** Makes the journal's table where it is not there yet. */
export async function createJournal(client: pg.ClientBase): Promise<void> {
  await client.query(`
    BEGIN;
    CREATE SCHEMA IF NOT EXISTS rowhouse;
    CREATE TABLE IF NOT EXISTS ${JOURNAL} (
      id text COLLATE "C" PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    COMMENT ON TABLE ${JOURNAL} IS 'Migrations that this database has. Kept by the schema command.';
    COMMIT`);
}

/** Notes a migration as applied, in the transaction that applies it. */
export async function addToJournal(
  client: pg.ClientBase,
  { id, checksum }: Pick<AppliedMigration, 'id' | 'checksum'>,
): Promise<void> {
  await client.query(`INSERT INTO ${JOURNAL} (id, checksum) VALUES ($1, $2)`, [id, checksum]);
}

/** Strikes a migration out, in the transaction that takes it back. */
export async function removeFromJournal(client: pg.ClientBase, id: string): Promise<void> {
  await client.query(`DELETE FROM ${JOURNAL} WHERE id = $1`, [id]);
}

/**
 * Holds the database's migration lock while `work` runs, so that no two commands change it at once.
 * The lock goes with the connection, so a killed process leaves none behind.
 *
 * Waits by asking again and again, never in a statement that waits: its snapshot would keep a
 * concurrent index build of the other command from ending.
 *
 * @param onWait Called when another command holds it, with who that is.
 */
export async function withMigrationLock<T>(
  client: pg.ClientBase,
  onWait: (holders: readonly string[]) => void,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; !(await tryLock(client)); attempt++) {
    if (attempt === 1) onWait(await advisoryLockHolders(client, LOCK));
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  try {
    return await work();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1, $2)', [...LOCK]).catch(() => undefined);
  }
}

async function tryLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_lock($1, $2) AS free',
    [...LOCK],
  );
  return rows[0]!.free;
}
