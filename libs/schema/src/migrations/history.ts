import { UserError } from '../errors/errors.js';
import type { Issue } from '@rowhouse/errors';
import type { Problem } from '../errors/errors.js';
import type { Migration } from './folder.js';
import type { Journal, UnfinishedMigration } from './journal.js';
import { checksumOfUnits, unitsOf } from './script-units.js';

/** How a migration stands in a database. */
export interface MigrationStatus {
  readonly id: string;
  readonly state:
    | 'applied'
    | 'pending'
    | 'half applied'
    | 'half rolled back'
    | 'edited'
    | 'missing'
    | 'out of order';
  readonly appliedAt?: Date;
}

/** Matches the folder with a database's journal, oldest first. */
export function statusOf(
  migrations: readonly Migration[],
  { applied, unfinished }: Journal,
): MigrationStatus[] {
  const byId = new Map(applied.map((entry) => [entry.id, entry]));
  const last = applied.at(-1)?.id ?? '';
  const known = migrations.map((migration): MigrationStatus => {
    const { id, checksum } = migration;
    const entry = byId.get(id);
    const since = entry && { appliedAt: entry.appliedAt };
    if (entry && entry.checksum !== checksum) return { id, state: 'edited', ...since };
    if (unfinished?.id === id) return { id, state: stateOf(migration, unfinished), ...since };
    if (entry) return { id, state: 'applied', ...since };
    return { id, state: id < last ? 'out of order' : 'pending' };
  });
  const ids = new Set(migrations.map(({ id }) => id));
  const gone =
    unfinished && !byId.has(unfinished.id) ? [...applied, { id: unfinished.id }] : applied;
  const missing = gone
    .filter(({ id }) => !ids.has(id))
    .map((entry): MigrationStatus => ({
      id: entry.id,
      state: 'missing',
      ...('appliedAt' in entry && { appliedAt: entry.appliedAt }),
    }));
  return [...known, ...missing].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What is done of a script must be what the script says; the rest may be edited. */
function stateOf(
  migration: Migration,
  { direction, done, checksum }: UnfinishedMigration,
): MigrationStatus['state'] {
  const units = unitsOf(`${migration.id}/${direction}.sql`, migration[direction]);
  if (checksumOfUnits(units.slice(0, done)) !== checksum) return 'edited';
  return direction === 'up' ? 'half applied' : 'half rolled back';
}

const CONFLICTS: Readonly<Record<string, Problem>> = {
  edited: {
    code: 'edited-migration',
    message: 'was edited after it was applied to the database',
    fix: 'Restore it, and make the change in a new migration.',
  },
  missing: {
    code: 'missing-migration',
    message: 'is in the database but not in the migrations folder',
    fix: 'Restore it from version control. If one migration replaces all, run `schema baseline`.',
  },
  'out of order': {
    code: 'late-migration',
    message: 'is older than the last one the database has',
    fix: 'Delete its folder and run `schema generate` again.',
  },
};

/** What keeps the folder and a database from being matched, an issue for each migration. */
export function conflictsOf(statuses: readonly MigrationStatus[]): Issue[] {
  return statuses.flatMap(({ id, state }) => {
    const problem = CONFLICTS[state];
    return problem === undefined ? [] : [{ subject: id, ...problem }];
  });
}

/** The migration that stopped half-way, for a command that needs all or nothing of each. */
export function unfinishedOf(statuses: readonly MigrationStatus[]): Issue[] {
  return statuses.flatMap(({ id, state }) =>
    state === 'half applied' || state === 'half rolled back'
      ? [
          {
            code: 'unfinished-migration',
            subject: id,
            message: `stopped halfway: it is ${state}`,
            fix: 'Continue with `schema migrate`, or undo it with `schema rollback`.',
          },
        ]
      : [],
  );
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

/**
 * The same, and that no migration stopped half-way.
 *
 * @throws {UserError} naming each migration of which that is not so.
 */
export function requireWhole(statuses: readonly MigrationStatus[]): void {
  requireConsistent(statuses);
  const unfinished = unfinishedOf(statuses);
  if (unfinished.length > 0) throw new UserError(unfinished);
}
