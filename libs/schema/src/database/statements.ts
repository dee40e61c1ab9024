import type pg from 'pg';

import type { Issue } from '@rowhouse/errors';

import { UserError } from '../errors/errors.js';
import { notesOf, refusedFrame } from './refusal.js';

/** A statement that PostgreSQL refuses. */
export class StatementError extends Error {
  override readonly name = 'StatementError';

  /** The statement, with a caret below the place that PostgreSQL names. */
  readonly frame: string;
  /** What PostgreSQL adds to its message. */
  readonly notes: readonly string[];

  constructor(statement: string, cause: Error) {
    super(cause.message, { cause });
    this.frame = refusedFrame(statement, cause);
    this.notes = notesOf(cause);
  }
}

/**
 * Runs a statement.
 *
 * @throws {StatementError} when PostgreSQL refuses it.
 */
export async function runStatement(client: pg.ClientBase, statement: string): Promise<void> {
  await client.query(statement).catch((cause: unknown) => {
    throw new StatementError(statement, cause as Error);
  });
}

/**
 * Tells users of a statement of theirs that PostgreSQL refuses.
 *
 * @param about What the statement belongs to; the message is followed by PostgreSQL's.
 * @throws {UserError} for a `StatementError` of the work.
 */
export async function refusing<T>(
  { message, ...about }: Pick<Issue, 'subject' | 'fix'> & { readonly message: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof StatementError)) throw cause;
    const { frame, notes } = cause;
    const issue = { ...about, message: `${message}: ${cause.message}`, frame, notes };
    throw new UserError([{ code: 'refused-statement', ...issue }], { cause });
  }
}

/**
 * Statements a transaction: each holds its locks to the end, and the server's table of locks is
 * small.
 */
const BATCH = 250;

/** Session setting that tells which batch was committed last. */
const PROGRESS = 'rowhouse.batches_run';

/**
 * Runs statements in a scratch database, all in one round trip, in transactions of a few hundred
 * each.
 *
 * @param settings Statements that come first in each transaction.
 * @throws {StatementError} with the one that fails; those before it may have been run.
 */
export async function runStatements(
  client: pg.ClientBase,
  statements: readonly string[],
  settings: readonly string[] = [],
): Promise<void> {
  const batches: string[][] = [];
  for (let start = 0; start < statements.length; start += BATCH) {
    batches.push([...settings, ...statements.slice(start, start + BATCH)]);
  }
  const script = batches.map((batch, index) =>
    ['BEGIN', ...batch, `SET ${PROGRESS} = ${index + 1}`, 'COMMIT', ''].join(';\n'),
  );
  await client.query(`SET ${PROGRESS} = 0`);
  try {
    await client.query(script.join(''));
  } catch (error) {
    await client.query('ROLLBACK');
    const { rows } = await client.query<{ run: number }>(
      `SELECT current_setting('${PROGRESS}')::int AS run`,
    );
    await findCulprit(client, batches[rows[0]!.run] ?? []);
    throw error;
  }
}

/** Runs the batch that failed once more, one by one, to find which statement it was. */
async function findCulprit(client: pg.ClientBase, batch: readonly string[]): Promise<void> {
  await client.query('BEGIN');
  try {
    for (const statement of batch) await runStatement(client, statement);
  } finally {
    await client.query('ROLLBACK');
  }
}
