import { UserError } from '../errors.js';
import type { Migration } from './folder.js';
import type { AppliedMigration } from './journal.js';

/** How a migration stands in a database. */
export interface MigrationStatus {
  readonly id: string;
  readonly state: 'applied' | 'pending' | 'edited' | 'missing' | 'out of order';
  readonly appliedAt?: Date;
}

/** Matches the folder with a database's journal, oldest first. */
export function statusOf(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): MigrationStatus[] {
  const byId = new Map(applied.map((entry) => [entry.id, entry]));
  const last = applied.at(-1)?.id ?? '';
  const known = migrations.map(({ id, checksum }): MigrationStatus => {
    const entry = byId.get(id);
    if (!entry) return { id, state: id < last ? 'out of order' : 'pending' };
    const state = entry.checksum === checksum ? 'applied' : 'edited';
    return { id, state, appliedAt: entry.appliedAt };
  });
  const ids = new Set(migrations.map(({ id }) => id));
  const missing = applied
    .filter(({ id }) => !ids.has(id))
    .map(({ id, appliedAt }): MigrationStatus => ({ id, state: 'missing', appliedAt }));
  return [...known, ...missing].sort((a, b) => (a.id < b.id ? -1 : 1));
}

const REFUSALS: Readonly<Record<string, string>> = {
  edited:
    'was edited after the database got it. Restore it, and make the change in a new migration',
  missing: 'is in the database but not in the migrations folder. Restore it from version control',
  'out of order':
    'is older than the last one the database has. Remove its folder and run `schema generate` again',
};

/** What keeps the folder and a database from being matched, a line for each migration. */
export function refusals(statuses: readonly MigrationStatus[]): string[] {
  return statuses.flatMap(({ id, state }) => {
    const reason = REFUSALS[state];
    return reason === undefined ? [] : [`${id} ${reason}`];
  });
}

/**
 * Sees that the folder and the database tell the same story.
 *
 * @throws {UserError} naming each migration that was edited, is missing or out of order.
 */
export function requireConsistent(statuses: readonly MigrationStatus[]): void {
  const problems = refusals(statuses);
  if (problems.length === 0) return;
  throw new UserError(
    `the migrations folder does not fit the database, and nothing was changed:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
  );
}
