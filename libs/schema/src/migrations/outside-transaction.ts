import type pg from 'pg';

import { quoteQualified, type QualifiedName } from '../sql/identifier.js';
import { QUALIFIED, NAME, qualifiedName, namesIn } from '../sql/statement-names.js';

const BUILD = new RegExp(
  `^CREATE\\s+(?:UNIQUE\\s+)?INDEX\\s+CONCURRENTLY\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(${NAME})\\s+ON\\s+(?:ONLY\\s+)?(${QUALIFIED})`,
  'iu',
);

/**
 * Runs a statement that no transaction takes back.
 *
 * An index of that name which is not valid is left over from a build that failed, or was cut short: it is dropped
 * first, and when the build fails.
 *
 * @param mayBeDone An earlier run stopped here or later: a valid index of that name is the one to build.
 */
export async function runOutsideTransaction(
  client: pg.ClientBase,
  sql: string,
  mayBeDone: boolean,
): Promise<void> {
  const index = indexBuiltBy(sql);
  await client.query('SET search_path = pg_catalog');
  if (index) {
    const found = await stateOf(client, index);
    if (found === 'valid' && mayBeDone) return;
    if (found === 'invalid') await drop(client, index);
  }
  try {
    await client.query(sql);
  } catch (error) {
    if (index && (await stateOf(client, index).catch(() => undefined)) === 'invalid') {
      await drop(client, index).catch(() => undefined);
    }
    throw error;
  }
  await client.query('RESET search_path');
}

function indexBuiltBy(sql: string): QualifiedName | undefined {
  const match = BUILD.exec(sql);
  if (!match) return undefined;
  return { schema: qualifiedName(match[2]!).schema, name: namesIn(match[1]!)[0]! };
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
