import type pg from 'pg';

import { StatementError } from '../database/statements.js';

interface Written {
  readonly oid: string;
  readonly validator: string;
  readonly statement: string;
}

/**
 * Runs `build` without a look into the bodies of functions, so that they may name what comes later,
 * and looks into them afterwards, as `CREATE FUNCTION` would have done.
 *
 * @throws {StatementError} with the first function that PostgreSQL refuses.
 */
export async function withBodiesCheckedLast<T>(
  client: pg.ClientBase,
  schemas: readonly string[],
  build: () => Promise<T>,
): Promise<T> {
  await client.query('SET check_function_bodies = off');
  const result = await build();
  await client.query('RESET check_function_bodies');
  const { rows } = await client.query<Written>(WRITTEN, [schemas]);
  for (const validator of new Set(rows.map((row) => row.validator))) {
    const own = rows.filter((row) => row.validator === validator);
    await validate(client, validator, own).catch(async (error: unknown) => {
      for (const one of own) {
        await validate(client, validator, [one]).catch((cause: unknown) => {
          throw new StatementError(one.statement, cause as Error);
        });
      }
      throw error;
    });
  }
  return result;
}

function validate(client: pg.ClientBase, validator: string, functions: readonly Written[]) {
  return client.query(`SELECT ${validator}(oid) FROM unnest($1::oid[]) AS oid`, [
    functions.map(({ oid }) => oid),
  ]);
}

/** Functions and procedures in a language whose code stands in the database. */
const WRITTEN = `
  SELECT p.oid::text, l.lanvalidator::regproc::text AS validator, pg_get_functiondef(p.oid) AS statement
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname = ANY ($1) AND p.prokind IN ('f', 'p') AND l.lanvalidator <> 0
    AND l.lanname NOT IN ('c', 'internal')
  ORDER BY p.oid`;
