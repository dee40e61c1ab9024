import pg from 'pg';

/**
 * Code that uses the column which the argument names: it updates a row, reads it back, and inserts one, over and
 * over, until its parent sends a message. Tells what each statement took. An error ends it.
 */
export interface Latency {
  /** When the statement began, in milliseconds since 1970. */
  readonly at: number;
  readonly taken: number;
}

const [, , url, column, number, rows] = process.argv;
const client = new pg.Client(url);
await client.connect();
let isOver = false;
process.once('message', () => (isOver = true));
const latencies: Latency[] = [];
const run = async (name: string, text: string, values: unknown[]) => {
  const [at, start] = [Date.now(), performance.now()];
  const result = await client.query<Record<string, unknown>>({ name, text, values });
  latencies.push({ at, taken: performance.now() - start });
  return result.rows;
};
for (let n = 1; !isOver; n++) {
  // Rows of its own: what it reads back is what it wrote.
  const id = ((n * 7919) % (Number(rows) / 4)) * 4 + Number(number);
  const value = `${column} ${n}`;
  await run('update', `UPDATE app.articles SET ${column} = $2 WHERE id = $1`, [id, value]);
  const [row] = await run('read', `SELECT ${column} FROM app.articles WHERE id = $1`, [id]);
  if (row?.[column!] !== value) throw new Error(`lost: ${value}`);
  await run('insert', `INSERT INTO app.articles (${column}) VALUES ($1)`, [value]);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
await client.end();
process.send!(latencies, () => {
  process.disconnect();
});
