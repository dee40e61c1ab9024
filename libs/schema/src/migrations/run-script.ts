import type { EventEmitter } from 'node:events';

import type pg from 'pg';

import { isConnectionLoss } from '../database/connection.js';
import { inTransaction } from '../database/transaction.js';
import type { MigrationDirection } from '../steps/index.js';
import type { Migration } from './folder.js';
import { keepingForeignGrants } from './foreign-grants.js';
import {
  addToJournal,
  forgetProgress,
  noteProgress,
  removeFromJournal,
  type UnfinishedMigration,
} from './journal.js';
import { watchLocks, type LockWatch } from './lock-holders.js';
import { runOutsideTransaction } from './outside-transaction.js';
import { scriptError } from './script-error.js';
import { checksumOfUnits, unitsOf, type ScriptUnit } from './script-units.js';
import { lockTables } from './table-locks.js';

/** A script of a migration, and where it begins. */
export interface Run {
  readonly migration: Migration;
  readonly direction: MigrationDirection;
  /** The migration, where an earlier run of either script stopped in the midst of it. */
  readonly unfinished?: UnfinishedMigration;
  /** The roles that are ours. */
  readonly roles: readonly string[];
}

/** How a script deals with locks that others hold. */
export interface Patience {
  readonly databaseUrl: string;
  /** How long a transaction waits for its locks, and then each statement for others, in milliseconds. Default: 500. */
  readonly lockTimeoutMs?: number;
  /** A lock could not be had; the transaction is tried again. */
  onRetry?(id: string, holders: readonly string[]): void;
  /** A statement outside a transaction has waited that long; it goes on waiting. */
  onBlocked?(id: string, holders: readonly string[]): void;
}

/** Traffic passes while a transaction that could not have its locks waits to be tried again. */
const PAUSES_MS = [250, 500, 1000, 2000, 4000, 4000, 4000, 4000];
/** Half of `deadlock_timeout`, after which PostgreSQL looks for somebody to cancel: this gives up before. */
const LOCK_TIMEOUT_MS = 500;
/** A lock was not to be had in time, or only by a deadlock. */
const RETRIED = new Set(['55P03', '40P01']);

/**
 * Runs a script unit by unit, and notes each as it is done. A script that stopped goes on behind the last one;
 * the other script of a migration that stopped begins at its beginning.
 *
 * @throws {UserError} for a statement that PostgreSQL refuses; what was done before is noted.
 */
export async function runScript(client: pg.Client, run: Run, patience: Patience): Promise<void> {
  const { migration, direction, unfinished } = run;
  const units = unitsOf(`${migration.id}/${direction}.sql`, migration[direction]);
  const goesOn = unfinished?.direction === direction;
  const isUncertain = unfinished !== undefined && (!goesOn || unfinished.isUncertain);
  let unit = units[0]!;
  const watch = await watchLocks(patience.databaseUrl, client, {
    afterMs: patience.lockTimeoutMs ?? LOCK_TIMEOUT_MS,
    report: (holders) => {
      if (!unit.isTransaction) patience.onBlocked?.(migration.id, holders);
    },
  });
  try {
    for (let index = goesOn ? unfinished.done : 0; index < units.length; index++) {
      unit = units[index]!;
      watch.startAnew();
      const place: Place = { run, units, index, isUncertain, watch };
      await (unit.isTransaction ? asTransaction(client, place, patience) : alone(client, place));
    }
  } finally {
    await watch.stop();
  }
}

interface Place {
  readonly run: Run;
  readonly units: readonly ScriptUnit[];
  readonly index: number;
  /** What the unit makes may be there already. */
  readonly isUncertain: boolean;
  readonly watch: LockWatch;
}

function progress(
  { run: { migration, direction }, units }: Place,
  done: number,
  isUncertain: boolean,
): UnfinishedMigration {
  const checksum = checksumOfUnits(units.slice(0, done));
  return { id: migration.id, direction, done, checksum, isUncertain };
}

/** Notes a unit as done, in its transaction. */
async function noteDone(client: pg.Client, place: Place): Promise<void> {
  const { run, units, index, isUncertain } = place;
  if (index < units.length - 1) {
    await noteProgress(client, progress(place, index + 1, isUncertain));
  } else if (run.direction === 'up') await addToJournal(client, run.migration);
  else await removeFromJournal(client, run.migration.id);
}

/** Runs a transaction; when a lock cannot be had, rolls back, and tries again after a pause. */
async function asTransaction(
  client: pg.Client,
  place: Place,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, onRetry }: Patience,
): Promise<void> {
  const { run, units, index, watch } = place;
  const { migration, direction, roles } = run;
  await client.query(`SET statement_timeout = 0; SET lock_timeout = ${lockTimeoutMs}`);
  for (let attempt = 0; ; attempt++) {
    let done = 0;
    const count = () => (done += 1);
    try {
      await client.query('BEGIN');
      await lockTables(client, units[index]!.sql, lockTimeoutMs);
      await keepingForeignGrants(client, migration.record.touches[direction], roles, async () => {
        // PostgreSQL does not say which statement of a script it refuses, but which it has run.
        const { connection } = client as unknown as { connection: EventEmitter };
        connection.on('commandComplete', count);
        await client
          .query(units[index]!.sql)
          .finally(() => connection.off('commandComplete', count));
      });
      await noteDone(client, place);
      await client.query('COMMIT');
      return;
    } catch (error) {
      if (isConnectionLoss(error, client)) throw error;
      await client.query('ROLLBACK');
      const pause = PAUSES_MS[attempt];
      if (!RETRIED.has((error as pg.DatabaseError).code ?? '') || pause === undefined) {
        throw errorAt(place, error as pg.DatabaseError, done);
      }
      onRetry?.(migration.id, watch.holders);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/**
 * Runs a statement by itself. It waits for locks without a limit: it keeps nobody from reading or writing, and a
 * build that gave up would begin anew.
 */
async function alone(client: pg.Client, place: Place): Promise<void> {
  const { units, index, isUncertain } = place;
  await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
  await noteProgress(client, progress(place, index, true));
  try {
    await runOutsideTransaction(client, units[index]!.sql, isUncertain);
  } catch (error) {
    if (isConnectionLoss(error, client)) throw error;
    if (isHalfDone(place)) await noteProgress(client, progress(place, index, isUncertain));
    else await forgetProgress(client);
    throw errorAt(place, error as pg.DatabaseError, 0);
  }
  await inTransaction(client, () => noteDone(client, place));
}

/** Whether the database has a part of the migration, whatever becomes of this unit. */
function isHalfDone({ run, index }: Place): boolean {
  return index > 0 || run.unfinished !== undefined;
}

function errorAt(place: Place, error: pg.DatabaseError, statements: number): Error {
  const {
    run: { migration, direction },
    units,
    index,
    watch,
  } = place;
  return scriptError(`${migration.id}/${direction}.sql`, migration[direction], error, {
    unit: units[index]!,
    run: statements,
    isHalfDone: isHalfDone(place),
    holders: watch.holders,
  });
}
