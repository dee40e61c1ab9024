import { UserError } from '../errors/errors.js';
import type { Issue, Problem } from '../errors/issue.js';
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

const CONFLICTS: Readonly<Record<string, Problem>> = {
  edited: {
    code: 'edited-migration',
    message: 'was edited after the database got it',
    fix: 'Restore it, and make the change in a new migration.',
  },
  missing: {
    code: 'missing-migration',
    message: 'is in the database but not in the migrations folder',
    fix: 'Restore it from version control.',
  },
  'out of order': {
    code: 'late-migration',
    message: 'is older than the last one the database has',
    fix: 'Remove its folder and run `schema generate` again.',
  },
};

/** What keeps the folder and a database from being matched, an issue for each migration. */
export function conflictsOf(statuses: readonly MigrationStatus[]): Issue[] {
  return statuses.flatMap(({ id, state }) => {
    const problem = CONFLICTS[state];
    return problem === undefined ? [] : [{ subject: id, ...problem }];
  });
}

/**
 * Sees that the folder and the database tell the same story.
 *
 * @throws {UserError} naming each migration that was edited, is missing or out of order.
 */
export function requireConsistent(statuses: readonly MigrationStatus[]): void {
  const conflicts = conflictsOf(statuses);
  if (conflicts.length > 0) throw new UserError(conflicts);
}
