import { createHash, randomBytes } from 'node:crypto';

import pg from 'pg';

import { quoteIdentifier } from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';
import { connect, onDatabase, withConnection } from './connection.js';
import { UserError } from '../errors/errors.js';

const PREFIX = 'rowhouse_shadow';
const INSUFFICIENT_PRIVILEGE = '42501';

/** Roles that a scratch database needs hold this schema, so that nobody drops them meanwhile. */
const CLAIMS = 'rowhouse_claims';
const UNDEFINED_OBJECT = '42704';
const TAKEN = ['23505', '42710'];
const ATTEMPTS = 20;

/** Scratch databases on a server, gone when the work with them is done. */
export interface Shadow {
  /** A connection to a new, empty database. It is closed, and the database dropped, at the end. */
  database(): Promise<pg.Client>;
  /**
   * Sees that the server has a role for as long as a scratch database needs it: one that is there
   * already, else a new one, which is dropped at the end.
   *
   * @param client Of the scratch database.
   * @param statements `CREATE ROLE` and what else makes the role.
   */
  provideRole(client: pg.Client, name: string, statements: readonly string[]): Promise<void>;
}

/**
 * Runs `work` with scratch databases on the server at `url`. What it made is dropped afterwards;
 * what a killed process left behind is dropped by the next call.
 *
 * @throws {UserError} when the user may not create databases.
 */
export function withShadow<T>(url: string, work: (shadow: Shadow) => Promise<T>): Promise<T> {
  return withConnection(url, async (keeper) => {
    // Advisory locks are a database's own, so each database has scratch databases of its own too.
    const { rows } = await keeper.query<{ name: string }>('SELECT current_database() AS name');
    const own = `${PREFIX}_${createHash('sha256').update(rows[0]!.name).digest('hex').slice(0, 8)}_`;
    await dropAbandoned(keeper, own);
    const run = `${own}${randomBytes(6).toString('hex')}`;
    await keeper.query('SELECT pg_advisory_lock(hashtext($1))', [run]);
    const clients: pg.Client[] = [];
    try {
      return await work({
        async database() {
          const name = `${run}_${clients.length}`;
          await createDatabase(keeper, name);
          const client = await connect(onDatabase(url, name));
          clients.push(client);
          await client.query('SET synchronous_commit = off');
          return client;
        },
        provideRole: (client, name, statements) =>
          provideRole(keeper, client, run, name, statements),
      });
    } finally {
      await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
      await dropDatabases(keeper, run);
      await dropRoles(keeper);
    }
  });
}

async function provideRole(
  keeper: pg.Client,
  client: pg.Client,
  run: string,
  name: string,
  statements: readonly string[],
): Promise<void> {
  const role = quoteIdentifier(name);
  const claim = `CREATE SCHEMA IF NOT EXISTS ${CLAIMS}; GRANT USAGE ON SCHEMA ${CLAIMS} TO ${role}`;
  const create = [...statements, `COMMENT ON ROLE ${role} IS ${stringLiteral(run)}`].join(';\n');
  // Another process may make or drop the role between any two statements.
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(claim);
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== UNDEFINED_OBJECT || attempt === ATTEMPTS) {
        throw error;
      }
    }
    await keeper.query(create).catch((error: unknown) => {
      if (!TAKEN.includes((error as pg.DatabaseError).code ?? '')) throw error;
    });
  }
}

async function createDatabase(keeper: pg.Client, name: string): Promise<void> {
  try {
    await keeper.query(`CREATE DATABASE ${quoteIdentifier(name)} TEMPLATE template0`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new UserError(
      [
        {
          code: 'no-scratch-database',
          message:
            'the command needs a scratch database, and this user is not allowed to create one',
          fix: 'Grant CREATEDB to the user. Or omit --database-url and DATABASE_URL: the command then uses an embedded PostgreSQL.',
        },
      ],
      { cause: error },
    );
  }
}

/** A run whose lock is free has lost its process. What another user left behind is that user's to drop. */
async function dropAbandoned(keeper: pg.Client, own: string): Promise<void> {
  const { rows } = await keeper.query<{ run: string }>(
    `SELECT DISTINCT left(datname, length($1) + 12) AS run FROM pg_database
     WHERE starts_with(datname, $1) AND pg_has_role(datdba, 'USAGE') ORDER BY 1`,
    [own],
  );
  for (const { run } of rows) {
    const lock = await keeper.query<{ free: boolean }>(
      'SELECT pg_try_advisory_lock(hashtext($1)) AS free',
      [run],
    );
    if (!lock.rows[0]!.free) continue;
    await dropDatabases(keeper, run);
    await keeper.query('SELECT pg_advisory_unlock(hashtext($1))', [run]);
  }
  await dropRoles(keeper);
}

async function dropDatabases(keeper: pg.Client, run: string): Promise<void> {
  const { rows } = await keeper.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1) ORDER BY 1',
    [`${run}_`],
  );
  for (const { name } of rows) {
    await keeper.query(`DROP DATABASE IF EXISTS ${quoteIdentifier(name)} WITH (FORCE)`);
  }
}

/** Drops the roles of all runs that have no database any more. */
async function dropRoles(keeper: pg.Client): Promise<void> {
  const { rows } = await keeper.query<{ name: string }>(
    `SELECT rolname AS name
     FROM pg_roles, shobj_description(oid, 'pg_authid') AS mark(run)
     WHERE run ~ '^${PREFIX}_[0-9a-f]{8}_[0-9a-f]{12}$'
       AND NOT EXISTS (SELECT FROM pg_database WHERE starts_with(datname, run || '_'))
     ORDER BY 1`,
  );
  for (const { name } of rows) {
    await keeper.query(`DROP ROLE IF EXISTS ${quoteIdentifier(name)}`).catch((error: unknown) => {
      // Another run uses it, and will drop it; or a database has come to use it for good.
      if (!(error instanceof pg.DatabaseError)) throw error;
    });
  }
}
