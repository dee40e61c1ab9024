import type pg from 'pg';

import { notesOf } from '../../database/refusal.js';
import { inTransaction } from '../../database/transaction.js';
import { UserError } from '../../errors/errors.js';
import { quoteIdentifier, quoteQualified } from '../../sql/identifier.js';
import { readMigrations } from '../folder.js';
import { requireWhole, statusOf } from '../history.js';
import { onLockedDatabase, readJournal } from '../journal.js';
import type { RunOptions } from '../migrate.js';
import { doublesOf, readableDoubles, tableOf, type Expansion } from './expansion.js';
import { isStale } from './values.js';

/** Which database, and how fast. */
export interface BackfillOptions extends Pick<RunOptions, 'directory' | 'databaseUrl' | 'onWait'> {
  /** About how many rows are read in one transaction. Default: 1000. */
  readonly batch?: number;
  /** How long to pause after each, in milliseconds. Default: 0. */
  readonly pauseMs?: number;
  /** Called after each transaction that wrote rows, with their number so far. */
  onProgress?(column: string, rows: number): void;
}

/** A column whose rows have all values. */
export interface Backfilled {
  /** The new column, such as `blog.articles.headline`. */
  readonly column: string;
  /** How many rows got their value. */
  readonly rows: number;
}

/**
 * Gives the rows that were there before an expansion the value of their new column, a batch at a time. A row that has it
 * already is left alone, so a call that was cut short is finished by the next. Never waits for a row while it holds others.
 *
 * @throws {UserError} when the folder does not fit the database, or a row does not take its value.
 */
export async function backfill(options: BackfillOptions): Promise<readonly Backfilled[]> {
  const { directory, databaseUrl, onWait } = options;
  const migrations = await readMigrations(directory);
  return onLockedDatabase(databaseUrl, onWait, async (client) => {
    const statuses = statusOf(migrations, await readJournal(client));
    requireWhole(statuses);
    const applied = new Set(statuses.flatMap(({ id, state }) => (state === 'applied' ? [id] : [])));
    const last = migrations.findLast(({ id }) => applied.has(id));
    // Expressions are read as the triggers read them.
    await client.query("SET lock_timeout = 0; SET search_path = ''");
    const done: Backfilled[] = [];
    for (const expansion of last?.record.expands ?? []) {
      done.push(await fill(client, expansion, options).catch(refuseValue(expansion)));
    }
    return done;
  });
}

async function fill(
  client: pg.Client,
  expansion: Expansion,
  { batch = 1000, pauseMs = 0, onProgress }: BackfillOptions,
): Promise<Backfilled> {
  const column = readableDoubles(expansion);
  let rows = 0;
  const count = async (written: number) => {
    if (written === 0) return;
    rows += written;
    onProgress?.(column, rows);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  };
  for (const { name, pages, perPage } of await partsOf(client, expansion)) {
    const step = Math.max(1, Math.floor(batch / perPage));
    // Rows that are written from now on have both values, so those behind the last page need no look.
    for (let page = 0; page < pages; page += step) {
      await count(await fillFree(client, expansion, name, page, page + step));
    }
    let before: readonly string[] = [];
    for (;;) {
      const stale = await staleRows(client, expansion, name, batch);
      if (stale.length === 0) break;
      if (stale.join() === before.join()) refuseStubborn(column, name, stale.length);
      // One by one: who waits for a row holds no other.
      for (const row of stale) await count(await update(client, expansion, name, [row]));
      before = stale;
    }
  }
  return { column, rows };
}

interface Part {
  readonly name: string;
  readonly pages: number;
  readonly perPage: number;
}

/** The tables that hold the rows: the table itself, or its partitions. */
async function partsOf(client: pg.Client, expansion: Expansion): Promise<readonly Part[]> {
  const { rows } = await client.query<Part>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
            (pg_relation_size(c.oid) / current_setting('block_size')::int)::int AS pages,
            CASE WHEN c.reltuples > 0 AND c.relpages > 0 THEN greatest(1, c.reltuples / c.relpages) ELSE 50 END AS "perPage"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r'
       AND (c.oid = $1::regclass OR c.oid IN (SELECT relid FROM pg_partition_tree($1::regclass) WHERE isleaf))
     ORDER BY 1`,
    [quoteQualified(tableOf(expansion))],
  );
  return rows;
}

/** Fills the rows of some pages that nobody else holds. */
function fillFree(
  client: pg.Client,
  expansion: Expansion,
  name: string,
  from: number,
  to: number,
): Promise<number> {
  return inTransaction(client, async () => {
    const { rows } = await client.query<{ row: string }>(
      `SELECT ctid::text AS row FROM ${name} AS ${alias(expansion)}
       WHERE ctid >= $1::tid AND ctid < $2::tid AND ${isStale(expansion)} FOR UPDATE SKIP LOCKED`,
      [`(${from},0)`, `(${to},0)`],
    );
    const free = rows.map(({ row }) => row);
    return free.length === 0 ? 0 : update(client, expansion, name, free);
  });
}

/** The rows that somebody held. */
async function staleRows(
  client: pg.Client,
  expansion: Expansion,
  name: string,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ row: string }>(
    `SELECT ctid::text AS row FROM ${name} AS ${alias(expansion)} WHERE ${isStale(expansion)} LIMIT ${limit}`,
  );
  return rows.map(({ row }) => row);
}

/** What PostgreSQL says of a value that an expression does not take, or a constraint. */
function refuseValue(expansion: Expansion): (error: unknown) => never {
  return (error) => {
    const refusal = error as pg.DatabaseError;
    if (!/^(?:22|23|P0)/.test(refusal.code ?? '')) throw error;
    throw new UserError(
      [
        {
          code: 'unfillable',
          subject: `column ${readableDoubles(expansion)}`,
          message: `PostgreSQL rejects the value of a row: ${refusal.message}`,
          notes: notesOf(refusal),
          fix: 'Correct the row, and run the command again.',
        },
      ],
      { cause: error },
    );
  };
}

function refuseStubborn(column: string, name: string, rows: number): never {
  throw new UserError([
    {
      code: 'unfillable',
      subject: `column ${column}`,
      message: `${rows} rows of ${name} did not keep their new value`,
      fix: 'Check whether a trigger of the table changes the value back.',
    },
  ]);
}

async function update(
  client: pg.Client,
  expansion: Expansion,
  name: string,
  rows: readonly string[],
): Promise<number> {
  // The triggers write the values of all doubles, whatever is updated; a double that changes would be new code's.
  const double = quoteIdentifier(doublesOf(expansion)[0]!);
  const { rowCount } = await client.query(
    `UPDATE ${name} SET ${double} = ${double} WHERE ctid = ANY ($1::tid[])`,
    [rows],
  );
  return rowCount ?? 0;
}

/** The name that expressions know the table by. */
function alias({ table }: Expansion): string {
  return quoteIdentifier(table);
}
