import type pg from 'pg';

import { StatementError } from '../database/statements.js';

interface Written {
  readonly oid: string;
  /** The search path that it sets, or else one that its callers may have. */
  readonly path: string;
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
    await validate(client, validator, own).catch(async () => {
      for (const one of own) {
        await validate(client, validator, [one]).catch(async (cause: unknown) => {
          await client.query(`SELECT set_config('search_path', $1, false)`, [one.path]);
          await validate(client, validator, [one]).catch(() => {
            throw new StatementError(one.statement, cause as Error);
          });
          await client.query('RESET search_path');
        });
      }
    });
  }
  return result;
}

function validate(client: pg.ClientBase, validator: string, functions: readonly Written[]) {
  return client.query(`SELECT ${validator}(oid) FROM unnest($1::oid[]) AS oid`, [
    functions.map(({ oid }) => oid),
  ]);
}

/**
 * Functions and procedures in a language whose code stands in the database. What they name without its schema is
 * looked for in the path of the caller, which the database does not know: it may be in any schema.
 */
const WRITTEN = `
  SELECT p.oid::text,
         coalesce(
           (SELECT substr(s, length('search_path=') + 1) FROM unnest(p.proconfig) AS s WHERE s LIKE 'search_path=%'),
           (SELECT string_agg(format('%I', s.nspname), ', ' ORDER BY s.oid <> n.oid, s.nspname)
            FROM pg_namespace s WHERE s.nspname !~ '^pg_' AND s.nspname <> 'information_schema')
         ) AS path, l.lanvalidator::regproc::text AS validator, pg_get_functiondef(p.oid) AS statement
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname = ANY ($1) AND p.prokind IN ('f', 'p') AND l.lanvalidator <> 0
    AND l.lanname NOT IN ('c', 'internal')
  ORDER BY p.oid`;
