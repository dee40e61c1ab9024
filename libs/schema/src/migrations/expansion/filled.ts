import type pg from 'pg';

import { UserError } from '../../errors/errors.js';
import {
  isConversion,
  readableColumn,
  readableDoubles,
  type Conversion,
  type Expansion,
} from './expansion.js';
import { isStale, rowsOf } from './values.js';

/**
 * Sees that the new columns have the values of the old ones, which the next migration drops. What is written meanwhile has
 * both, so a row that is filled stays so.
 *
 * @throws {UserError} where rows have none, with their number.
 */
export async function requireFilled(
  client: pg.ClientBase,
  expansions: readonly Expansion[],
): Promise<void> {
  const problems = [];
  // Expressions are read as the triggers read them.
  await client.query("SET search_path = ''");
  for (const expansion of expansions.filter(isConversion)) {
    const rows = await countStale(client, expansion);
    if (rows === 0) continue;
    problems.push({
      code: 'unfilled',
      subject: `column ${readableColumn(expansion)}`,
      message: `${rows} rows have no value in ${readableDoubles(expansion)} yet, and the migration drops the column`,
      fix: 'Run `schema backfill`, then this command again.',
    });
  }
  await client.query('RESET search_path');
  if (problems.length > 0) throw new UserError(problems);
}

async function countStale(client: pg.ClientBase, expansion: Conversion): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${rowsOf(expansion)} WHERE ${isStale(expansion)}`,
  );
  return rows[0]!.count;
}
