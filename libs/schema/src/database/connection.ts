import pg from 'pg';

import { isUserError, UserError } from '../errors/errors.js';
import { fixForState } from './sqlstate.js';

const APPLICATION_NAME = 'rowhouse schema';
const CONNECT_TIMEOUT_MS = 15_000;
const OLDEST_SERVER = 15;

/**
 * What a role or a database sets for its application would end a command that takes long, or waits for another
 * connection. PostgreSQL 17 brings a limit for transactions.
 */
const WITHOUT_TIMEOUTS = `
  SELECT set_config(name, '0', false) FROM pg_catalog.pg_settings
  WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_session_timeout', 'idle_in_transaction_session_timeout')`;

/**
 * Opens one connection, on which only locks have a time limit.
 *
 * @param url `postgresql://…`, also with a driver of SQLAlchemy; a password may also come from `PGPASSWORD` or `~/.pgpass`.
 * @throws {UserError} when the URL is malformed, the server is out of reach, or too old.
 */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: checkedUrl(url),
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // The queries of a connection that is cut reject with errors of any kind.
  client.on('error', () => lost.add(client));
  try {
    await client.connect();
    const major = await serverMajor(client);
    if (major < OLDEST_SERVER) {
      throw new UserError([
        {
          code: 'old-server',
          subject: describe(url),
          message: `runs PostgreSQL ${major}; expected ${OLDEST_SERVER} or newer`,
        },
      ]);
    }
    await client.query(WITHOUT_TIMEOUTS);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof UserError) throw error;
    throw new UserError(
      [
        {
          code: 'cannot-connect',
          subject: describe(url),
          message: `cannot connect: ${reason(error)}`,
        },
      ],
      { cause: error },
    );
  }
}

/**
 * Runs `work` on a connection that is closed afterwards.
 *
 * @throws {UserError} also when the connection is lost meanwhile, or a privilege is missing.
 */
export async function withConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } catch (error) {
    throw serverError(error, client, url);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** SQLSTATE classes that speak of the server's state or the user's rights, not of our SQL. */
const STATE_OF_SERVER = /^(08|53|57|58)|^(25006|40P01|42501|55P03)$/;

/** Connections that were cut. */
const lost = new WeakSet<pg.ClientBase>();

/** Whether a query of `client` failed since the connection is gone. */
export function isConnectionLoss(error: unknown, client: pg.ClientBase): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P0)/.test(error.code ?? '');
  return lost.has(client);
}

/**
 * An error that is the server's to explain becomes a {@link UserError}; any other passes as it
 * is.
 */
function serverError(error: unknown, client: pg.ClientBase, url: string): unknown {
  if (isUserError(error)) return error;
  if (isConnectionLoss(error, client)) {
    return new UserError(
      [
        {
          code: 'connection-lost',
          subject: describe(url),
          message: `the connection was lost: ${reason(error)}`,
          fix: 'Run the command again. It continues where it stopped.',
        },
      ],
      { cause: error },
    );
  }
  if (error instanceof pg.DatabaseError && STATE_OF_SERVER.test(error.code ?? '')) {
    return new UserError(
      [
        {
          code: 'database-refuses',
          subject: describe(url),
          message: `${error.message} (${error.code})`,
          ...fixForState(error.code ?? ''),
        },
      ],
      { cause: error },
    );
  }
  return error;
}

/** The same server, user and options, but another database. */
export function onDatabase(url: string, database: string): string {
  const other = new URL(checkedUrl(url));
  other.pathname = `/${encodeURIComponent(database)}`;
  return other.href;
}

/** The major version of the server, such as 18. */
export async function serverMajor(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version",
  );
  return rows[0]!.version;
}

/** Names a database for a message: host, port and database, never user or password. */
export function describe(url: string): string {
  const { hostname, port, pathname } = new URL(checkedUrl(url));
  return `${decodeURIComponent(pathname.slice(1)) || 'the default database'} on ${hostname || 'localhost'}:${port || '5432'}`;
}

/** The URL as PostgreSQL knows it: SQLAlchemy's may name its driver, such as `postgresql+asyncpg://`. */
function checkedUrl(url: string): string {
  const plain = url.replace(/^(postgres(?:ql)?)\+\w+:/, '$1:');
  let parsed: URL | undefined;
  try {
    parsed = new URL(plain);
  } catch {
    // The error of `new URL` carries its input, and with it the password: it is not passed on.
  }
  if (parsed?.protocol !== 'postgresql:' && parsed?.protocol !== 'postgres:') {
    // What was found may hold a password.
    throw new UserError([
      {
        code: 'invalid-database-url',
        message: 'the database URL is not of the form postgresql://user@host:5432/database',
      },
    ]);
  }
  return plain;
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ');
  return error instanceof Error ? error.message : String(error);
}
