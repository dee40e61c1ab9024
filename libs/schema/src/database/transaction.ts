import type pg from 'pg';

/** Runs `work` in a transaction, which is rolled back where `work` fails. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  return begin(client, 'COMMIT', work);
}

/** Runs `work` in a transaction that is rolled back at the end. */
export async function inDiscardedTransaction<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
): Promise<T> {
  return begin(client, 'ROLLBACK', work);
}

/** Runs `work`, which only reads, on what is there now, whatever others commit meanwhile. */
export async function inSnapshot<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  return begin(client, 'ROLLBACK', work, ' ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

async function begin<T>(
  client: pg.ClientBase,
  end: 'COMMIT' | 'ROLLBACK',
  work: () => Promise<T>,
  mode = '',
): Promise<T> {
  await client.query(`BEGIN${mode}`);
  try {
    const result = await work();
    await client.query(end);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
