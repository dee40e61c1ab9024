import type pg from 'pg';

import { withConnection } from '../database/connection.js';
import type { MigrationDirection } from '../steps/index.js';
import { advisoryLockHolders } from './lock-holders.js';

/** A migration that a database has. */
export interface AppliedMigration {
  readonly id: string;
  readonly checksum: string;
  readonly appliedAt: Date;
}

/** A migration of which a database has a part. */
export interface UnfinishedMigration {
  readonly id: string;
  /** Which of its scripts stopped. */
  readonly direction: MigrationDirection;
  /** How many units of the script are done. */
  readonly done: number;
  /** Of those units. */
  readonly checksum: string;
  /** What follows may be there already: a run was cut short, or the other script stopped first. */
  readonly isUncertain: boolean;
}

/** What a database knows of its migrations. */
export interface Journal {
  /** Oldest first. */
  readonly applied: readonly AppliedMigration[];
  readonly unfinished?: UnfinishedMigration;
}

const JOURNAL = 'rowhouse.migrations';
const UNFINISHED = 'rowhouse.unfinished';

/** Any two numbers that no other program is likely to choose; a lock is a database's own. */
const LOCK = [0x726f7768, 0x6f757365] as const;

/** How often a waiting command asks for the lock. */
const POLL_MS = 200;

/** What a database knows of its migrations. Makes nothing. */
export async function readJournal(client: pg.ClientBase): Promise<Journal> {
  const { rows: found } = await client.query<{ journal: boolean; unfinished: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS journal, to_regclass($2) IS NOT NULL AS unfinished',
    [JOURNAL, UNFINISHED],
  );
  if (!found[0]!.journal) return { applied: [] };
  const { rows: applied } = await client.query<AppliedMigration>(
    `SELECT id, checksum, applied_at AS "appliedAt" FROM ${JOURNAL} ORDER BY id`,
  );
  if (!found[0]!.unfinished) return { applied };
  const { rows } = await client.query<UnfinishedMigration>(
    `SELECT id, direction, done, checksum, is_uncertain AS "isUncertain" FROM ${UNFINISHED}`,
  );
  return rows[0] ? { applied, unfinished: rows[0] } : { applied };
}

/** Makes the journal's tables where they are not there yet. */
export async function createJournal(client: pg.ClientBase): Promise<void> {
  await client.query(`
    BEGIN;
    CREATE SCHEMA IF NOT EXISTS rowhouse;
    CREATE TABLE IF NOT EXISTS ${JOURNAL} (
      id text COLLATE "C" PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    COMMENT ON TABLE ${JOURNAL} IS 'Migrations applied to this database. Maintained by the schema command.';
    CREATE TABLE IF NOT EXISTS ${UNFINISHED} (
      id text COLLATE "C" PRIMARY KEY,
      direction text NOT NULL,
      done integer NOT NULL,
      checksum text NOT NULL,
      is_uncertain boolean NOT NULL
    );
    COMMENT ON TABLE ${UNFINISHED} IS 'The migration that stopped halfway, if any. Maintained by the schema command.';
    COMMIT`);
}

/** Notes a migration as applied, in the transaction that finishes it. */
export async function addToJournal(
  client: pg.ClientBase,
  { id, checksum }: Pick<AppliedMigration, 'id' | 'checksum'>,
): Promise<void> {
  await client.query(`DELETE FROM ${UNFINISHED}`);
  await client.query(
    `INSERT INTO ${JOURNAL} (id, checksum) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET checksum = excluded.checksum, applied_at = excluded.applied_at`,
    [id, checksum],
  );
}

/** Strikes a migration out, in the transaction that finishes taking it back. */
export async function removeFromJournal(client: pg.ClientBase, id: string): Promise<void> {
  await client.query(`DELETE FROM ${UNFINISHED}`);
  await client.query(`DELETE FROM ${JOURNAL} WHERE id = $1`, [id]);
}

/** Notes how far a script is, in the transaction of what was done last. */
export async function noteProgress(
  client: pg.ClientBase,
  { id, direction, done, checksum, isUncertain }: UnfinishedMigration,
): Promise<void> {
  await client.query(
    `INSERT INTO ${UNFINISHED} (id, direction, done, checksum, is_uncertain) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE
     SET direction = excluded.direction, done = excluded.done, checksum = excluded.checksum,
         is_uncertain = excluded.is_uncertain`,
    [id, direction, done, checksum, isUncertain],
  );
}

/** Notes that nothing is done of a script that had begun. */
export async function forgetProgress(client: pg.ClientBase): Promise<void> {
  await client.query(`DELETE FROM ${UNFINISHED}`);
}

/**
 * Runs `work` on a database while holding its migration lock, so that no two commands change it at once.
 * The lock goes with the connection, so a killed process leaves none behind.
 *
 * Waits by asking again and again, never in a statement that waits: its snapshot would keep a
 * concurrent index build of the other command from ending.
 *
 * @param onWait Called when another command holds it, with who that is.
 */
export function onLockedDatabase<T>(
  databaseUrl: string,
  onWait: ((holders: readonly string[]) => void) | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withConnection(databaseUrl, async (client) => {
    for (let attempt = 1; !(await tryLock(client)); attempt++) {
      if (attempt === 1) onWait?.(await advisoryLockHolders(client, LOCK));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    try {
      return await work(client);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1, $2)', [...LOCK]).catch(() => undefined);
    }
  });
}

async function tryLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'SELECT pg_try_advisory_lock($1, $2) AS free',
    [...LOCK],
  );
  return rows[0]!.free;
}
