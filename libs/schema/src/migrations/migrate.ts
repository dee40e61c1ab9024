import type pg from 'pg';

import { isConnectionLoss, withConnection } from '../database/connection.js';
import { pgDelta, type TouchedRelation } from '../diff/index.js';
import { foreignDependents } from './dependents.js';
import { MigrationError } from './errors.js';
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
import type { MigrationDirection } from './registry.js';
import { storedCatalog } from './source-catalog.js';

/** What a caller is told while migrations run. */
export interface MigrationObserver {
  /** Another command is changing the database; this one waits for it. */
  onWait?(): void;
  onStart?(id: string, direction: MigrationDirection): void;
}

/** Which database, and which migrations. */
export interface RunOptions extends MigrationObserver {
  readonly databaseUrl: string;
  /** Path of the migrations folder. */
  readonly directory: string;
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
 * @throws {MigrationError} when the folder does not fit the database, a stranger's object is in
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
      await run(client, migration, 'up', rolesOf(migrations));
    }
    return pending.map(({ id }) => id);
  });
}

/**
 * Takes back the last migrations, each in a transaction of its own.
 *
 * @returns the ids of the migrations taken back, the last one first.
 * @throws {MigrationError} as {@link migrate} does, and when data would be lost and that is not
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
      record.loses.down.map((loss) => `- ${id}: ${loss}`),
    );
    if (losses.length > 0 && options.allowDataLoss !== true) {
      throw new MigrationError(
        `this loses data, and nothing was changed:\n${losses.join('\n')}\nTo go on all the same, add --allow-data-loss`,
      );
    }
    await requireNoDependents(client, directory, migrations, has, undone, 'down');
    for (const migration of undone) {
      options.onStart?.(migration.id, 'down');
      await run(client, migration, 'down', rolesOf(migrations));
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
      () => onWait?.(),
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
  throw new MigrationError(
    [
      'objects that are not in the migrations stand on what would be dropped or rebuilt, and nothing was changed:',
      ...dependents.map(({ object, on }) => `- ${object} depends on ${on}`),
      'Drop them first, and create them again afterwards',
    ].join('\n'),
  );
}

/** All roles that were ever ours. */
function rolesOf(migrations: readonly Migration[]): string[] {
  return [...new Set(migrations.flatMap(({ record }) => record.owns.roles))];
}

async function run(
  client: pg.ClientBase,
  migration: Migration,
  direction: MigrationDirection,
  roles: readonly string[],
): Promise<void> {
  const script = migration[direction];
  const touched = migration.record.touches[direction];
  await client.query('BEGIN');
  try {
    await keepingForeignGrants(client, touched, roles, () => client.query(script));
    await (direction === 'up'
      ? addToJournal(client, migration)
      : removeFromJournal(client, migration.id));
    await client.query('COMMIT');
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    await client.query('ROLLBACK');
    throw scriptError(migration.id, direction, script, error as pg.DatabaseError);
  }
}

/**
 * A refusal with its place, `20260131093000_add-articles/up.sql:14`, where PostgreSQL gives one.
 */
function scriptError(
  id: string,
  direction: MigrationDirection,
  script: string,
  error: pg.DatabaseError,
): MigrationError {
  const at = Number(error.position);
  const line = at > 0 ? `:${script.slice(0, at).split('\n').length}` : '';
  const notes = [error.detail, error.hint].filter((note) => note !== undefined && note !== '');
  return new MigrationError(
    [
      `${id}/${direction}.sql${line} failed and was rolled back: ${error.message}`,
      ...notes.map((note) => `  ${String(note)}`),
    ].join('\n'),
    { cause: error },
  );
}
