import type pg from 'pg';

/** The first row that a query gives. */
export async function firstRow(client: pg.Client, query: string) {
  return (await client.query<Record<string, unknown>>(query)).rows[0];
}

/** How the server refuses a query. */
export async function refusal(client: pg.Client, query: string): Promise<object> {
  return client.query(query).then(
    () => ({ refused: false }),
    (error: pg.DatabaseError) => ({ code: error.code, message: error.message }),
  );
}

/** Waits until another session of the client's database waits for a lock. */
export async function blocked(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
