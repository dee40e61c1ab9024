import type pg from 'pg';

const SAVEPOINT = 'rowhouse_read';

/**
 * The engine reads a catalog through a pool, in a read-only transaction of its own. This hands it a
 * connection that is already in a transaction, so that it sees what that transaction has built and
 * not committed; its `BEGIN` and `COMMIT` become a savepoint that is rolled back, with the settings
 * the engine made.
 */
export function poolInTransaction(client: pg.ClientBase): pg.Pool {
  const query = async (statement: string) => {
    if (statement.startsWith('BEGIN')) return client.query(`SAVEPOINT ${SAVEPOINT}`);
    if (statement === 'COMMIT' || statement === 'ROLLBACK') {
      await client.query(`ROLLBACK TO SAVEPOINT ${SAVEPOINT}`);
      return client.query(`RELEASE SAVEPOINT ${SAVEPOINT}`);
    }
    return client.query(statement);
  };
  const lease = { query, release: () => undefined };
  return { connect: () => Promise.resolve(lease) } as unknown as pg.Pool;
}
