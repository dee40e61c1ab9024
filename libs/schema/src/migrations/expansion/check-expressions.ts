import type pg from 'pg';

import { notesOf } from '../../database/refusal.js';
import { inDiscardedTransaction } from '../../database/transaction.js';
import { UserError } from '../../errors/errors.js';
import type { Issue } from '@rowhouse/errors';
import { readableColumn, type Conversion } from './expansion.js';
import { fillColumn, fillDoubles } from './values.js';

/**
 * Sees that PostgreSQL takes the expressions of conversions, in a scratch database that holds both forms of the columns.
 * A function's body is looked at when it runs.
 *
 * @throws {UserError} naming each expression that it refuses.
 */
export async function requireExpressions(
  client: pg.ClientBase,
  conversions: readonly Conversion[],
): Promise<void> {
  const issues: Issue[] = [];
  for (const conversion of conversions) {
    for (const part of conversion.into) {
      const one = { ...conversion, into: [part] };
      const refusal = await refusalOf(client, fillDoubles(one));
      if (refusal) issues.push(issueOf('--up', readableColumn(one, part.to), part.up, refusal));
    }
    const refusal = await refusalOf(client, fillColumn(conversion));
    if (refusal) {
      issues.push(issueOf('--down', readableColumn(conversion), conversion.down, refusal));
    }
  }
  if (issues.length > 0) throw new UserError(issues);
}

async function refusalOf(client: pg.ClientBase, sql: string): Promise<Error | undefined> {
  try {
    await inDiscardedTransaction(client, async () => {
      // As the triggers have it.
      await client.query("SET LOCAL search_path = ''");
      await client.query(`EXPLAIN ${sql}`);
    });
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function issueOf(flag: string, column: string, sql: string, error: Error): Issue {
  return {
    code: 'refused-expression',
    subject: `${flag} of column ${column}`,
    message: `PostgreSQL rejects it: ${error.message}`,
    frame: sql,
    notes: notesOf(error),
    fix: 'Correct the expression. It can use the columns of the table. Write your own functions with their schema, as in app.price().',
  };
}
