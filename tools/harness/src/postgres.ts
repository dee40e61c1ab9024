import { startEmbeddedPostgres } from '@rowhouse/schema/embedded';
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';

import { ensureOtherPostgres } from './other-postgres.js';

/** A PostgreSQL server to make databases on. */
export interface PostgresServer {
  /** Superuser's URL, on a maintenance database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The server that `DATABASE_URL` names, else a temporary embedded one, of the version that `POSTGRES_MAJOR` names. */
export async function startPostgres(): Promise<PostgresServer> {
  const url = process.env['DATABASE_URL'];
  if (url) return { url, stop: () => Promise.resolve() };
  const major = process.env['POSTGRES_MAJOR'];
  if (!major) return startEmbeddedPostgres();
  return startEmbeddedPostgres({ binDirectory: await ensureOtherPostgres(major) });
}

/** Debian's PostgreSQL servers on this machine, oldest first: directories of programs by version. */
export async function installedPostgres(): Promise<readonly (readonly [string, string])[]> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const found: (readonly [string, string])[] = [];
  for (const version of versions.sort((a, b) => Number(a) - Number(b))) {
    const directory = join(root, version, 'bin');
    const isServer = await stat(join(directory, 'initdb')).then(
      () => true,
      () => false,
    );
    if (isServer) found.push([version, directory]);
  }
  return found;
}

/** A database of one's own, empty; `drop` removes it with whoever is still connected. */
export interface TemporaryDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database with a random name on the server at `serverUrl`. */
export async function createDatabase(serverUrl: string): Promise<TemporaryDatabase> {
  const name = `rowhouse_${randomBytes(6).toString('hex')}`;
  await administrate(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => administrate(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function administrate(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
