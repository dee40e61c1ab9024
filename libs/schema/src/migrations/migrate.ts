import type { EventEmitter } from 'node:events';

import type pg from 'pg';

import { isConnectionLoss, withConnection } from '../database/connection.js';
import { pgDelta, type TouchedRelation } from '../diff/index.js';
import type { MigrationDirection } from '../steps/index.js';
import { foreignDependents } from './dependents.js';
import { UserError } from '../errors/errors.js';
import { readMigrations, type Migration } from './folder.js';
import { keepingForeignGrants } from './foreign-grants.js';
import { requireConsistent, statusOf } from './history.js';
import {
  addToJournal,
  createJournal,
  readJournal,
  removeFromJournal,
  withMigrationLock,
} from './journal.js';
import { watchLocks } from './lock-holders.js';
import { scriptError } from './script-error.js';
import { storedCatalog } from './source-catalog.js';

/** What a caller is told while migrations run. */
export interface MigrationObserver {
  /** Another command is changing the database; this one waits for it. */
  onWait?(holders: readonly string[]): void;
  /** A lock on a table could not be had; the migration is tried again. */
  onRetry?(id: string, holders: readonly string[]): void;
  onStart?(id: string, direction: MigrationDirection): void;
}

/** Which database, and which migrations. */
export interface RunOptions extends MigrationObserver {
  readonly databaseUrl: string;
  /** Path of the migrations folder. */
  readonly directory: string;
  /** How long a statement waits for a lock, in milliseconds, before its migration is tried again. Default: 5000. */
  readonly lockTimeoutMs?: number;
}

/** How far a rollback goes. */
export interface RollbackOptions extends RunOptions {
  /** How many migrations are taken back, the last one first. */
  readonly steps: number;
  /** Takes back what loses data, too. */
  readonly allowDataLoss?: boolean;
}

/**
 * Applies the migrations that the database does not have yet, each in a transaction of its own. A
 * second call at the same time waits for the first. A call that was cut short at any point is
 * finished by the next.
 *
 * @returns the ids of the migrations applied.
 * @throws {UserError} when the folder does not fit the database, somebody else's object is in
 *   the way (then nothing was changed), or PostgreSQL refuses a statement (then the migrations
 *   before it are applied).
 */
export async function migrate(options: RunOptions): Promise<string[]> {
  const { directory, databaseUrl } = options;
  const migrations = await readMigrations(directory);
  return locked(databaseUrl, options, async (client) => {
    const applied = await readJournal(client);
    const statuses = statusOf(migrations, applied);
    requireConsistent(statuses);
    const has = new Set(applied.map(({ id }) => id));
    const pending = migrations.filter(({ id }) => !has.has(id));
    if (pending.length === 0) return [];
    await createJournal(client);
    await requireNoDependents(client, directory, migrations, has, pending, 'up');
    for (const migration of pending) {
      options.onStart?.(migration.id, 'up');
      await runPatiently(client, migration, 'up', rolesOf(migrations), options);
    }
    return pending.map(({ id }) => id);
  });
}

/** A migration that the database does not have yet, with what applying it would run. */
export interface PendingMigration {
  readonly id: string;
  /** The SQL of its `up.sql`. */
  readonly sql: string;
}

/**
 * What {@link migrate} would run. Changes nothing, and waits for nobody.
 *
 * @throws {UserError} when the folder does not fit the database, or somebody else's object is in
 *   the way.
 */
export async function pendingMigrations({
  directory,
  databaseUrl,
}: Pick<RunOptions, 'directory' | 'databaseUrl'>): Promise<PendingMigration[]> {
  const migrations = await readMigrations(directory);
  return withConnection(databaseUrl, async (client) => {
    const applied = await readJournal(client);
    requireConsistent(statusOf(migrations, applied));
    const has = new Set(applied.map(({ id }) => id));
    const pending = migrations.filter(({ id }) => !has.has(id));
    await requireNoDependents(client, directory, migrations, has, pending, 'up');
    return pending.map(({ id, up }) => ({ id, sql: up }));
  });
}

/**
 * Takes back the last migrations, each in a transaction of its own.
 *
 * @returns the ids of the migrations taken back, the last one first.
 * @throws {UserError} as {@link migrate} does, and when data would be lost and that is not
 *   allowed.
 */
export async function rollback(options: RollbackOptions): Promise<string[]> {
  const { directory, databaseUrl, steps } = options;
  const migrations = await readMigrations(directory);
  return locked(databaseUrl, options, async (client) => {
    const applied = await readJournal(client);
    requireConsistent(statusOf(migrations, applied));
    const has = new Set(applied.map(({ id }) => id));
    const undone = migrations
      .filter(({ id }) => has.has(id))
      .slice(-steps)
      .reverse();
    const losses = undone.flatMap(({ id, record }) =>
      record.loses.down.map(({ step, loss }) => ({
        code: 'data-loss',
        subject: id,
        message: `${step}: ${loss}`,
        fix: 'Nothing was changed. To go on all the same, add --allow-data-loss.',
      })),
    );
    if (losses.length > 0 && options.allowDataLoss !== true) throw new UserError(losses);
    await requireNoDependents(client, directory, migrations, has, undone, 'down');
    for (const migration of undone) {
      options.onStart?.(migration.id, 'down');
      await runPatiently(client, migration, 'down', rolesOf(migrations), options);
    }
    return undone.map(({ id }) => id);
  });
}

function locked<T>(
  databaseUrl: string,
  { onWait }: MigrationObserver,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withConnection(databaseUrl, (client) =>
    withMigrationLock(
      client,
      (holders) => onWait?.(holders),
      () => work(client),
    ),
  );
}

async function requireNoDependents(
  client: pg.ClientBase,
  directory: string,
  migrations: readonly Migration[],
  has: ReadonlySet<string>,
  toRun: readonly Migration[],
  direction: MigrationDirection,
): Promise<void> {
  const last = migrations.findLast(({ id }) => has.has(id));
  const touched = toRun.flatMap(
    ({ record }): readonly TouchedRelation[] => record.touches[direction],
  );
  if (!last || touched.length === 0) return;
  const ours = pgDelta.relations(await storedCatalog(directory, last));
  const dependents = await foreignDependents(client, touched, ours);
  if (dependents.length === 0) return;
  throw new UserError(
    dependents.map(({ object, on }) => ({
      code: 'foreign-dependent',
      subject: object,
      message: `is not in the migrations, and depends on ${on}, which would be dropped or rebuilt`,
      fix: 'Nothing was changed. Drop it first, and create it again afterwards.',
    })),
  );
}

/** All roles that were ever ours. */
function rolesOf(migrations: readonly Migration[]): string[] {
  return [...new Set(migrations.flatMap(({ record }) => record.owns.roles))];
}

/** Traffic passes while a migration that could not have its locks waits to be tried again. */
const PAUSES_MS = [500, 1000, 2000, 4000];
const LOCK_TIMEOUT_MS = 5000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs a script; when a lock cannot be had, rolls back, and tries again after a pause. */
async function runPatiently(
  client: pg.Client,
  migration: Migration,
  direction: MigrationDirection,
  roles: readonly string[],
  options: RunOptions,
): Promise<void> {
  await client.query(`SET lock_timeout = ${options.lockTimeoutMs ?? LOCK_TIMEOUT_MS}`);
  await client.query('SET statement_timeout = 0');
  for (let attempt = 0; ; attempt++) {
    const watch = await watchLocks(options.databaseUrl, client);
    try {
      await run(client, migration, direction, roles, () => watch.holders);
      return;
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      const pause = PAUSES_MS[attempt];
      if (code !== LOCK_NOT_AVAILABLE || pause === undefined) throw error;
      options.onRetry?.(migration.id, watch.holders);
      await new Promise((resolve) => setTimeout(resolve, pause));
    } finally {
      await watch.stop();
    }
  }
}

async function run(
  client: pg.Client,
  migration: Migration,
  direction: MigrationDirection,
  roles: readonly string[],
  holders: () => readonly string[],
): Promise<void> {
  const script = migration[direction];
  const touched = migration.record.touches[direction];
  let done = 0;
  const count = () => (done += 1);
  await client.query('BEGIN');
  try {
    await keepingForeignGrants(client, touched, roles, async () => {
      // PostgreSQL does not say which statement of a script it refuses, but which it has run.
      const { connection } = client as unknown as { connection: EventEmitter };
      connection.on('commandComplete', count);
      await client.query(script).finally(() => connection.off('commandComplete', count));
    });
    await (direction === 'up'
      ? addToJournal(client, migration)
      : removeFromJournal(client, migration.id));
    await client.query('COMMIT');
  } catch (error) {
    if (isConnectionLoss(error, client)) throw error;
    await client.query('ROLLBACK');
    const file = `${migration.id}/${direction}.sql`;
    throw scriptError(file, script, error as pg.DatabaseError, { run: done, holders: holders() });
  }
}
