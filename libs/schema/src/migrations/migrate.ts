import { withConnection } from '../database/connection.js';
import type { MigrationDirection } from '../steps/index.js';
import { UserError } from '../errors/errors.js';
import type { Expansion } from './expansion/expansion.js';
import { requireFilled } from './expansion/filled.js';
import { readMigrations, type Migration } from './folder.js';
import { requireConsistent, statusOf } from './history.js';
import { createJournal, onLockedDatabase, readJournal, type Journal } from './journal.js';
import { runScript, type Run } from './run-script.js';
import { unitsOf } from './script-units.js';

/** What a caller is told while migrations run. */
export interface MigrationObserver {
  /** Another command is changing the database; this one waits for it. */
  onWait?(holders: readonly string[]): void;
  /** A lock on a table could not be had; what was rolled back is tried again. */
  onRetry?(id: string, holders: readonly string[]): void;
  /** A statement outside a transaction waits for other sessions, and goes on waiting. */
  onBlocked?(id: string, holders: readonly string[]): void;
  onStart?(id: string, direction: MigrationDirection): void;
}

/** Which database, and which migrations. */
export interface RunOptions extends MigrationObserver {
  readonly databaseUrl: string;
  /** Path of the migrations folder. */
  readonly directory: string;
  /** How long a transaction waits for its locks, in milliseconds, before it is tried again. Default: 500. */
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
 * Applies the migrations that the database does not have yet, each in a transaction of its own, or in the parts that
 * it says. A second call at the same time waits for the first. A call that was cut short at any point is finished by
 * the next.
 *
 * @returns the ids of the migrations applied.
 * @throws {UserError} when the folder does not fit the database, rows lack values that a migration would drop, or PostgreSQL
 *   refuses a statement (then the migrations before it are applied).
 */
export async function migrate(options: RunOptions): Promise<string[]> {
  const { directory, databaseUrl } = options;
  const migrations = await readMigrations(directory);
  return onLockedDatabase(databaseUrl, options.onWait, async (client) => {
    const journal = await readJournal(client);
    const pending = pendingOf(migrations, journal);
    if (pending.length === 0) return [];
    requireParts(pending, 'up');
    await createJournal(client);
    for (const migration of pending) {
      const run = runOf(migration, 'up', migrations, journal);
      if (!run.unfinished) await requireFilled(client, expandedBefore(migration, migrations));
      options.onStart?.(migration.id, 'up');
      await runScript(client, run, options);
    }
    return pending.map(({ id }) => id);
  });
}

/** The columns of an expansion that a migration ends: no other comes between the two. */
function expandedBefore(
  migration: Migration,
  migrations: readonly Migration[],
): readonly Expansion[] {
  return migrations[migrations.indexOf(migration) - 1]?.record.expands ?? [];
}

/** A migration that the database does not have yet, with what applying it would run. */
export interface PendingMigration {
  readonly id: string;
  /** The SQL of its `up.sql`; of one that stopped half-way, the rest. */
  readonly sql: string;
}

/**
 * What {@link migrate} would run. Changes nothing, and waits for nobody.
 *
 * @throws {UserError} when the folder does not fit the database.
 */
export async function pendingMigrations({
  directory,
  databaseUrl,
}: Pick<RunOptions, 'directory' | 'databaseUrl'>): Promise<PendingMigration[]> {
  const migrations = await readMigrations(directory);
  return withConnection(databaseUrl, async (client) => {
    const journal = await readJournal(client);
    const pending = pendingOf(migrations, journal);
    requireParts(pending, 'up');
    return pending.map(({ id, up }) => ({ id, sql: restOf(id, up, journal) }));
  });
}

/** What is to run of a script, as it stands in the file. */
function restOf(id: string, up: string, { unfinished }: Journal): string {
  if (unfinished?.id !== id || unfinished.direction !== 'up') return up;
  return up.slice(unitsOf(`${id}/up.sql`, up)[unfinished.done]?.start ?? up.length);
}

/**
 * Takes back the last migrations, each in a transaction of its own, or in the parts that it says. One that stopped
 * half-way is the last.
 *
 * @returns the ids of the migrations taken back, the last one first.
 * @throws {UserError} as {@link migrate} does, and when data would be lost and that is not
 *   allowed.
 */
export async function rollback(options: RollbackOptions): Promise<string[]> {
  const { directory, databaseUrl, steps } = options;
  const migrations = await readMigrations(directory);
  return onLockedDatabase(databaseUrl, options.onWait, async (client) => {
    const journal = await readJournal(client);
    requireConsistent(statusOf(migrations, journal));
    const { applied, unfinished } = journal;
    const has = new Set([...applied, ...(unfinished ? [unfinished] : [])].map(({ id }) => id));
    const undone = migrations
      .filter(({ id }) => has.has(id))
      .slice(-steps)
      .reverse();
    if (undone.length === 0) return [];
    requireParts(undone, 'down');
    const losses = undone.flatMap(({ id, record }) =>
      record.loses.down.map(({ step, loss }) => ({
        code: 'data-loss',
        subject: id,
        message: `${step}: ${loss}`,
        fix: 'Nothing was changed. To continue anyway, add --allow-data-loss.',
      })),
    );
    if (losses.length > 0 && options.allowDataLoss !== true) throw new UserError(losses);
    await createJournal(client);
    for (const migration of undone) {
      options.onStart?.(migration.id, 'down');
      await runScript(client, runOf(migration, 'down', migrations, journal), options);
    }
    return undone.map(({ id }) => id);
  });
}

function pendingOf(migrations: readonly Migration[], journal: Journal): readonly Migration[] {
  const statuses = statusOf(migrations, journal);
  requireConsistent(statuses);
  const applied = new Set(statuses.flatMap(({ id, state }) => (state === 'applied' ? [id] : [])));
  return migrations.filter(({ id }) => !applied.has(id));
}

/** Sees that all scripts can be told into parts, before anything is run. */
function requireParts(migrations: readonly Migration[], direction: MigrationDirection): void {
  for (const migration of migrations) {
    unitsOf(`${migration.id}/${direction}.sql`, migration[direction]);
  }
}

function runOf(
  migration: Migration,
  direction: MigrationDirection,
  migrations: readonly Migration[],
  { unfinished }: Journal,
): Run {
  return {
    migration,
    direction,
    roles: [...new Set(migrations.flatMap(({ record }) => record.owns.roles))],
    ...(unfinished?.id === migration.id && { unfinished }),
  };
}
