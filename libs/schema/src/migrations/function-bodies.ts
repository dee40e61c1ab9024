import type pg from 'pg';

import { StatementError } from '../database/statements.js';
import type { DesiredState } from '../desired-state.js';
import { quoteQualified, type QualifiedName } from '../sql/identifier.js';

interface Written extends QualifiedName {
  readonly oid: string;
  /** With the types of its arguments. */
  readonly identity: string;
  /** The search path that it sets, or else one that its callers may have. */
  readonly path: string;
  readonly validator: string;
  readonly statement: string;
}

/** A function that PostgreSQL refuses for its body, and why. */
export interface RefusedBody extends Written {
  readonly cause: Error;
}

/**
 * Runs `build` without a look into the bodies of functions, so that they may name what comes later,
 * and looks into them afterwards, as `CREATE FUNCTION` would have done.
 *
 * @throws {StatementError} with the first function that PostgreSQL refuses.
 */
export async function withBodiesCheckedLast<T>(
  client: pg.ClientBase,
  { schemas, uncheckedBodies }: DesiredState,
  build: () => Promise<T>,
): Promise<T> {
  await client.query('SET check_function_bodies = off');
  const result = await build();
  await client.query('RESET check_function_bodies');
  const unchecked = new Set(uncheckedBodies.map(quoteQualified));
  const first = (await refusedBodies(client, schemas, unchecked))[0];
  if (first) throw new StatementError(first.statement, first.cause);
  return result;
}

/**
 * The functions of schemas that PostgreSQL refuses for their bodies: outside of a transaction, as an error ends it.
 *
 * @param unchecked Names of functions to leave out.
 */
export async function refusedBodies(
  client: pg.ClientBase,
  schemas: readonly string[],
  unchecked: ReadonlySet<string> = new Set(),
): Promise<RefusedBody[]> {
  const { rows } = await client.query<Written>(WRITTEN, [schemas]);
  const checked = rows.filter((row) => !unchecked.has(quoteQualified(row)));
  const refused: RefusedBody[] = [];
  for (const validator of new Set(checked.map((row) => row.validator))) {
    const own = checked.filter((row) => row.validator === validator);
    if (await isValid(client, validator, own)) continue;
    for (const one of own) {
      if (await isValid(client, validator, [one])) continue;
      await client.query(`SELECT set_config('search_path', $1, false)`, [one.path]);
      await validate(client, validator, [one]).catch((cause: unknown) => {
        refused.push({ ...one, cause: cause as Error });
      });
      await client.query('RESET search_path');
    }
  }
  return refused;
}

async function isValid(client: pg.ClientBase, validator: string, functions: readonly Written[]) {
  return validate(client, validator, functions).then(
    () => true,
    () => false,
  );
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
  SELECT p.oid::text, n.nspname AS schema, p.proname AS name, p.oid::regprocedure::text AS identity,
         coalesce(
           (SELECT substr(s, length('search_path=') + 1) FROM unnest(p.proconfig) AS s WHERE s LIKE 'search_path=%'),
           (SELECT string_agg(format('%I', s.nspname), ', ' ORDER BY s.oid <> n.oid, s.nspname)
            FROM pg_namespace s WHERE s.nspname !~ '^pg_' AND s.nspname <> 'information_schema')
         ) AS path, l.lanvalidator::regproc::text AS validator, pg_get_functiondef(p.oid) AS statement
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname = ANY ($1) AND p.prokind IN ('f', 'p') AND l.lanvalidator <> 0
    AND l.lanname NOT IN ('c', 'internal')
  ORDER BY p.oid`;
