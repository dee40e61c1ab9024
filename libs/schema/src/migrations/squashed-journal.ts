import type pg from 'pg';

import { inTransaction } from '../database/transaction.js';
import type { Migration, ReplacedMigration } from './folder.js';
import { readJournal, replaceInJournal, type AppliedMigration, type Journal } from './journal.js';

/** A squashed migration whose result a database has, since it has all that was squashed. */
interface Adoption {
  /** Ids of the migrations that the database knows. */
  readonly replaced: readonly string[];
  readonly entry: AppliedMigration;
}

/**
 * What a database knows of its migrations, in terms of the folder: where it has all that a migration was squashed
 * from, it has that one. Makes nothing.
 */
export async function readSquashedJournal(
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<Journal> {
  const journal = await readJournal(client);
  return withAdoptions(journal, adoptionsOf(journal, migrations));
}

/** The same, and notes it in the database. */
export async function adoptSquashes(
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<Journal> {
  const journal = await readJournal(client);
  const adoptions = adoptionsOf(journal, migrations);
  if (adoptions.length > 0) {
    await inTransaction(client, async () => {
      for (const { replaced, entry } of adoptions) await replaceInJournal(client, replaced, entry);
    });
  }
  return withAdoptions(journal, adoptions);
}

function adoptionsOf(journal: Journal, migrations: readonly Migration[]): Adoption[] {
  const applied = new Map(journal.applied.map((entry) => [entry.id, entry]));
  return migrations.flatMap(({ id, checksum, record: { replaces = [] } }) => {
    const entries = replaces.length > 0 ? entriesOf(replaces, applied) : undefined;
    if (!entries || entries.some((entry) => entry.id === journal.unfinished?.id)) return [];
    return [
      {
        replaced: entries.map((entry) => entry.id),
        entry: { id, checksum, appliedAt: entries.at(-1)!.appliedAt },
      },
    ];
  });
}

/** The entries of all these migrations, or of what they had replaced; `undefined` where one is missing or differs. */
function entriesOf(
  migrations: readonly ReplacedMigration[],
  applied: ReadonlyMap<string, AppliedMigration>,
): AppliedMigration[] | undefined {
  const entries: AppliedMigration[] = [];
  for (const { id, checksum, replaces } of migrations) {
    const entry = applied.get(id);
    const own =
      entry?.checksum === checksum ? [entry] : replaces && !entry && entriesOf(replaces, applied);
    if (!own) return undefined;
    entries.push(...own);
  }
  return entries;
}

function withAdoptions(journal: Journal, adoptions: readonly Adoption[]): Journal {
  const replaced = new Set(adoptions.flatMap((adoption) => adoption.replaced));
  const applied = [
    ...journal.applied.filter(({ id }) => !replaced.has(id)),
    ...adoptions.map(({ entry }) => entry),
  ];
  return { ...journal, applied: applied.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

/** All that a migration was squashed from, with their checksums. */
export function squashedFrom(
  replaces: readonly ReplacedMigration[] = [],
): readonly ReplacedMigration[] {
  return replaces.flatMap((one) => [one, ...squashedFrom(one.replaces)]);
}
