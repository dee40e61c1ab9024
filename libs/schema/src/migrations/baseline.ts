import { inTransaction } from '../database/transaction.js';
import type { Difference } from '../diff/index.js';
import { UserError } from '../errors/errors.js';
import type { Issue } from '@rowhouse/errors';
import { databaseDrift } from './check.js';
import { readMigrations } from './folder.js';
import { requireWhole, statusOf } from './history.js';
import {
  addToJournal,
  createJournal,
  readJournal,
  removeFromJournal,
  onLockedDatabase,
} from './journal.js';
import type { RunOptions } from './migrate.js';

/**
 * Notes the migrations of the folder as applied, and runs none: for a database that holds already what they
 * lead to, since it was there before them, or has others that they replace.
 *
 * @returns the ids of the migrations noted.
 * @throws {UserError} when the folder does not fit the database, or with each difference between the database and
 *   what the migrations lead to; then nothing was changed.
 */
export async function baseline({
  directory,
  databaseUrl,
  onWait,
}: Pick<RunOptions, 'directory' | 'databaseUrl' | 'onWait'>): Promise<string[]> {
  const migrations = await readMigrations(directory);
  return onLockedDatabase(databaseUrl, onWait, async (client) => {
    const journal = await readJournal(client);
    const has = new Set(journal.applied.map(({ id }) => id));
    // The folder was begun anew.
    const isReplaced = migrations.length > 0 && !migrations.some(({ id }) => has.has(id));
    const replaced = isReplaced ? journal.applied : [];
    requireWhole(statusOf(migrations, isReplaced ? { ...journal, applied: [] } : journal));
    const pending = migrations.filter(({ id }) => !has.has(id));
    if (pending.length === 0) return [];
    const differences = await databaseDrift(client, databaseUrl, directory, migrations);
    if (differences.length > 0) throw new UserError(differences.map(issueOf));
    await createJournal(client);
    await inTransaction(client, async () => {
      for (const { id } of replaced) await removeFromJournal(client, id);
      for (const migration of pending) await addToJournal(client, migration);
    });
    return pending.map(({ id }) => id);
  });
}

const MESSAGES: Readonly<Record<Difference['change'], string>> = {
  missing: 'the database does not have it',
  unexpected: 'the migrations do not have it',
  different: 'differs from the result of the migrations',
};

function issueOf({ change, kind, object, attribute, found, expected }: Difference): Issue {
  return {
    code: 'different-database',
    subject: `${kind} ${object}`,
    ...(attribute === undefined
      ? { message: MESSAGES[change] }
      : { path: [attribute], found, expected: [expected!] }),
    fix: 'Nothing was marked as applied. Change the code and generate again, or change the database, until both are the same.',
  };
}
