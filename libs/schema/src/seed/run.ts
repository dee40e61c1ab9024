import { sql } from 'drizzle-orm';
import type pg from 'pg';

import { notesOf } from '../database/refusal.js';
import { fixForState } from '../database/sqlstate.js';
import { inDiscardedTransaction, inTransaction } from '../database/transaction.js';
import { UserError } from '../errors/errors.js';
import { RowId, type Seed } from '../metadata/seed.js';
import { onLockedDatabase } from '../migrations/journal.js';
import { quoteQualified, readableObject } from '../sql/identifier.js';
import { sqlLiteral, stringLiteral } from '../sql/literal.js';
import { inOrderOfReferences } from './order.js';
import { advanceStatement, columnOf, findStatement, upsertStatement } from './statements.js';

/** Which database gets which rows. */
export interface SeedRun {
  readonly databaseUrl: string;
  readonly seeds: readonly Seed[];
  /** Takes everything back at the end. */
  readonly dryRun?: boolean;
  /** Another command is changing the database; this one waits for it. */
  onWait?(holders: readonly string[]): void;
}

/** What became of the rows of a table. */
export interface SeededTable {
  readonly table: string;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
}

type Row = Readonly<Record<string, unknown>>;

/** PostgreSQL takes 65535 parameters a statement. */
const PARAMETERS = 60_000;
const ROWS = 500;

/**
 * Writes the rows of all seeds in one transaction, tables that others refer to first.
 *
 * @throws {UserError} naming the row that PostgreSQL refuses; then nothing was changed.
 */
export async function runSeeds({
  databaseUrl,
  seeds,
  dryRun = false,
  onWait,
}: SeedRun): Promise<readonly SeededTable[]> {
  return onLockedDatabase(databaseUrl, onWait, async (client) => {
    const tables = new Map<string, SeededTable>();
    await (dryRun ? inDiscardedTransaction : inTransaction)(client, async () => {
      for (const seed of inOrderOfReferences(seeds)) {
        const table = readableObject(seed);
        tables.set(table, together(tables.get(table), await write(client, seed)));
        if (!dryRun) await advanceSequences(client, seed);
      }
    });
    return [...tables.values()];
  });
}

function together(before: SeededTable | undefined, after: SeededTable): SeededTable {
  if (!before) return after;
  return {
    table: after.table,
    inserted: before.inserted + after.inserted,
    updated: before.updated + after.updated,
    unchanged: before.unchanged + after.unchanged,
  };
}

/** Rows that give the same columns, and do not refer to each other, go in one statement. */
async function write(client: pg.Client, seed: Seed): Promise<SeededTable> {
  let [inserted, updated] = [0, 0];
  let start = 0;
  while (start < seed.rows.length) {
    const end = endOfBatch(seed, start);
    const changes = await writeBatch(client, seed, start, end);
    inserted += changes.filter((row) => row.inserted).length;
    updated += changes.filter((row) => !row.inserted).length;
    start = end;
  }
  const unchanged = seed.rows.length - inserted - updated;
  return { table: readableObject(seed), inserted, updated, unchanged };
}

function endOfBatch(seed: Seed, start: number): number {
  const columns = columnsOf(seed.rows[start]!);
  const most = Math.max(1, Math.min(ROWS, Math.floor(PARAMETERS / columns.length)));
  let end = start + 1;
  while (end < seed.rows.length && end - start < most) {
    const row = seed.rows[end]!;
    if (columnsOf(row).join('\0') !== columns.join('\0') || refersTo(row, seed)) break;
    end += 1;
  }
  return end;
}

/** Keys of the columns that a row gives, in the order of their names. */
function columnsOf(row: Row): string[] {
  return Object.keys(row)
    .filter((key) => row[key] !== undefined)
    .sort();
}

function refersTo(row: Row, seed: Seed): boolean {
  return Object.values(row).some(
    (value) => value instanceof RowId && readableObject(value.table) === readableObject(seed),
  );
}

async function writeBatch(
  client: pg.Client,
  seed: Seed,
  start: number,
  end: number,
): Promise<readonly { readonly inserted: boolean }[]> {
  const rows: Row[] = [];
  for (let index = start; index < end; index++) rows.push(await resolved(client, seed, index));
  const columns = columnsOf(rows[0]!);
  const upsert = (some: readonly Row[]) => {
    const upserting = upsertStatement(seed, columns, some);
    return client.query<{ inserted: boolean }>(upserting.text, [...upserting.values]);
  };
  await client.query('SAVEPOINT batch');
  try {
    const result = await upsert(rows);
    await client.query('RELEASE SAVEPOINT batch');
    return result.rows;
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT batch');
    // Which row it was shows when they are written one by one.
    for (const [offset, row] of rows.entries()) {
      await upsert([row]).catch((cause: unknown) => {
        throw refused(seed, start + offset, cause);
      });
    }
    throw error;
  }
}

/** A row with the keys of the rows that it refers to. */
async function resolved(client: pg.Client, seed: Seed, index: number): Promise<Row> {
  const row: Record<string, unknown> = { ...seed.rows[index] };
  for (const [key, value] of Object.entries(row)) {
    if (!(value instanceof RowId)) continue;
    const find = findStatement(value);
    const { rows } = await client
      .query<{ id: string }>(find.text, [...find.values])
      .catch((cause: unknown) => {
        throw refused(seed, index, cause);
      });
    if (rows.length !== 1) {
      throw new UserError([
        {
          code: 'no-such-row',
          subject: subjectOf(seed),
          path: ['rows', index, key],
          message: `${rows.length === 0 ? 'no row' : 'more than one row'} of ${readableObject(value.table)} has ${valuesOf(value)}`,
          fix: 'Nothing was changed. Add the row to the seeds, or use values that only one row has.',
        },
      ]);
    }
    row[key] = sql.raw(stringLiteral(rows[0]!.id));
  }
  return row;
}

/** Such as `email = 'ada@example.org'`. */
function valuesOf({ where }: RowId): string {
  return Object.entries(where)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} = ${sqlLiteral(value)}`)
    .join(' and ');
}

/** The next value of a sequence is behind those that rows gave. */
async function advanceSequences(client: pg.Client, seed: Seed): Promise<void> {
  const given = [...new Set(seed.rows.flatMap(columnsOf))];
  for (const key of given) {
    const { rows } = await client.query<{ sequence: string | null }>(
      'SELECT pg_get_serial_sequence($1, $2) AS sequence',
      [quoteQualified(seed), columnOf(seed.table, key).name],
    );
    const sequence = rows[0]!.sequence;
    if (sequence !== null) await client.query(advanceStatement(seed, key).text, [sequence]);
  }
}

const UNDEFINED = /^(42P01|42703|3F000)$/;
const NOT_ALLOWED = '42501';

function refused(seed: Seed, index: number, cause: unknown): unknown {
  const error = cause as pg.DatabaseError;
  const { code = '', message } = error;
  if (!/^(22|23|42|P0)/.test(code)) return cause;
  return new UserError(
    [
      {
        code: 'seed-failed',
        subject: subjectOf(seed),
        path: ['rows', index],
        message: `${message} (${code})`,
        notes: notesOf(error),
        fix: `Nothing was changed. ${fixFor(code)}`,
      },
    ],
    { cause },
  );
}

function fixFor(code: string): string {
  if (UNDEFINED.test(code)) return 'If the database lacks migrations, run `schema migrate` first.';
  return (code === NOT_ALLOWED && fixForState(code).fix) || 'Correct the row.';
}

function subjectOf(seed: Seed): string {
  return `seed of table ${readableObject(seed)}`;
}
