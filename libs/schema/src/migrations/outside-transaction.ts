import type pg from 'pg';

import { quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { NAME, namesIn, QUALIFIED, qualifiedName } from '../sql/statement-names.js';

/**
 * Runs a statement that no transaction takes back. An index that a run that failed or was cut short has left, and that is not
 * valid, is dropped first.
 *
 * @param mayBeDone What the statement leads to may be there already, and then is all right.
 */
export async function runOutsideTransaction(
  client: pg.ClientBase,
  sql: string,
  mayBeDone: boolean,
): Promise<void> {
  await client.query('SET search_path = pg_catalog');
  const index = indexBuiltBy(sql);
  if (index) await build(client, sql, index, mayBeDone);
  else await client.query(sql);
  await client.query('RESET search_path');
}

const BUILD = new RegExp(
  `^CREATE\\s+(?:UNIQUE\\s+)?INDEX\\s+CONCURRENTLY\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(${NAME})\\s+ON\\s+(?:ONLY\\s+)?(${QUALIFIED})`,
  'iu',
);

function indexBuiltBy(sql: string): QualifiedName | undefined {
  const match = BUILD.exec(sql);
  if (!match) return undefined;
  return { schema: qualifiedName(match[2]!).schema, name: namesIn(match[1]!)[0]! };
}

async function build(
  client: pg.ClientBase,
  sql: string,
  index: QualifiedName,
  mayBeDone: boolean,
): Promise<void> {
  const found = await stateOf(client, index);
  if (found === 'valid' && mayBeDone) return;
  if (found === 'invalid') await drop(client, index);
  try {
    await client.query(sql);
  } catch (error) {
    // It would slow down every write, and one that is unique would refuse rows.
    if ((await stateOf(client, index).catch(() => undefined)) === 'invalid') {
      await drop(client, index).catch(() => undefined);
    }
    throw error;
  }
}

async function stateOf(
  client: pg.ClientBase,
  { schema, name }: QualifiedName,
): Promise<'valid' | 'invalid' | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    `SELECT i.indisvalid AS valid FROM pg_catalog.pg_index i
     JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
     JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind = 'i'`,
    [schema, name],
  );
  if (!rows[0]) return undefined;
  return rows[0].valid ? 'valid' : 'invalid';
}

async function drop(client: pg.ClientBase, index: QualifiedName): Promise<void> {
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${quoteQualified(index)}`);
}
