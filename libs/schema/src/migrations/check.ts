import type pg from 'pg';

import { withConnection, serverMajor } from '../database/connection.js';
import { withServer } from '../database/server.js';
import { withShadow } from '../database/shadow.js';
import { inSnapshot } from '../database/transaction.js';
import type { DesiredState } from '../desired-state.js';
import { pgDelta, type Difference } from '../diff/index.js';
import { formatIssue, type Issue } from '@rowhouse/errors';
import { describeDifference } from './describe-difference.js';
import { fingerprint } from './fingerprint.js';
import { readMigrations, type Migration } from './folder.js';
import { conflictsOf, statusOf, unfinishedOf } from './history.js';
import { readJournal } from './journal.js';
import { rawDifferences } from './raw-steps.js';
import { readEnds, replay, storedCatalog } from './source-catalog.js';

/** What `check` compares. */
export interface CheckOptions {
  /** Path of the migrations folder. */
  readonly directory: string;
  readonly state: DesiredState;
  /** The database to compare, too; without one, only the folder is compared with the code. */
  readonly databaseUrl?: string;
}

/** Where code, migrations folder and database part. All lists are empty when they do not. */
export interface Drift {
  /** What the folder's migrations lead to, against the code. */
  readonly folder: readonly Difference[];
  /** Migrations that were edited, are missing, out of order, or stopped half-way. */
  readonly conflicts: readonly Issue[];
  /** Migrations that the database lacks. */
  readonly pending: readonly string[];
  /** What the database holds, against the last migration that it has. */
  readonly database: readonly Difference[];
}

/**
 * Compares the code with the migrations folder, and the folder with the database. Changes nothing.
 *
 * @throws {UserError} when the folder cannot be read.
 */
export async function check({ directory, state, databaseUrl }: CheckOptions): Promise<Drift> {
  const migrations = await readMigrations(directory);
  const folder = await folderDrift(directory, migrations, state, databaseUrl);
  if (databaseUrl === undefined) return { folder, conflicts: [], pending: [], database: [] };
  return withConnection(databaseUrl, async (client) => {
    const journal = await readJournal(client);
    const statuses = statusOf(migrations, journal);
    const unfinished = unfinishedOf(statuses);
    const conflicts = [...conflictsOf(statuses), ...unfinished];
    const pending = statuses.flatMap(({ id, state: stands }) => (stands === 'pending' ? [id] : []));
    const has = new Set(journal.applied.map(({ id }) => id));
    const reached = migrations.filter(({ id }) => has.has(id));
    // In the midst of a migration, the database is what no catalog says.
    const database =
      unfinished.length > 0 ? [] : await databaseDrift(client, databaseUrl, directory, reached);
    return { folder, conflicts, pending, database };
  });
}

/** Where a database parts from what some migrations make of it. */
export async function databaseDrift(
  client: pg.Client,
  databaseUrl: string,
  directory: string,
  migrations: readonly Migration[],
): Promise<readonly Difference[]> {
  const last = migrations.at(-1);
  if (!last) return [];
  const major = await serverMajor(client);
  const stored = await storedCatalog(directory, migrations);
  const expected =
    stored.serverMajor === major
      ? stored
      : await withShadow(databaseUrl, (shadow) => replay(shadow, migrations));
  const actual = await inSnapshot(client, () => pgDelta.read(client, last.record.owns));
  return pgDelta.compare(actual, expected, 'ignored');
}

async function folderDrift(
  directory: string,
  migrations: readonly Migration[],
  state: DesiredState,
  databaseUrl: string | undefined,
): Promise<readonly Difference[]> {
  const last = migrations.at(-1);
  if (last?.record.desired === fingerprint(state)) return [];
  return withServer(databaseUrl, (url) =>
    withShadow(url, async (shadow) => {
      const ends = await readEnds(shadow, directory, migrations, state);
      return [
        ...pgDelta.compare(ends.source, ends.catalog, 'reported', { extensions: true }),
        ...rawDifferences(last?.record.raw ?? [], state.raw),
      ];
    }),
  );
}

/** A drift as lines for a reader; none when there is none. */
export function describeDrift({ folder, conflicts, pending, database }: Drift): string[] {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => line.replaceAll(/^/gm, '  '))];
  return [
    ...part(
      'The migrations do not match the code. Run `schema generate NAME`:',
      folder.map(describeDifference),
    ),
    ...part('The migrations folder does not match the database:', conflicts.map(formatIssue)),
    ...part('The database lacks migrations from the folder. Run `schema migrate`:', pending),
    ...part(
      'The database differs from the result of its migrations:',
      database.map(describeDifference),
    ),
  ];
}
