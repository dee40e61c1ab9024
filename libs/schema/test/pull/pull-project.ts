import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDatabase, type TemporaryDatabase } from '@rowhouse/harness';
import pg from 'pg';
import { inject } from 'vitest';

import { main } from '../../src/cli/main.js';
import { serverMajor, withConnection } from '../../src/database/connection.js';
import { catalogText } from '../catalog-text.js';

const root = join(import.meta.dirname, '../../../..');
const server = inject('postgresUrl');

/** A database, and a project that its tables are pulled into. */
export interface PullProject extends AsyncDisposable {
  readonly url: string;
  /** The pulled file, which is the project's, too. */
  readonly file: string;
  read(): Promise<string>;
  run(sql: string): Promise<void>;
  /** What its catalogs say, line by line. */
  catalog(): Promise<string[]>;
  /** The version of its PostgreSQL, such as 18. */
  major(): Promise<number>;
  /** Runs a command as a user would. */
  schema(...args: string[]): Promise<{ code: number; out: string; err: string }>;
  pull(...args: string[]): ReturnType<PullProject['schema']>;
}

/** Makes one, with what a fixture of this folder says, on a server. */
export async function openPullProject(fixture?: string, on: string = server): Promise<PullProject> {
  const database: TemporaryDatabase = await createDatabase(on);
  const directory = await mkdtemp(join(tmpdir(), 'rowhouse-pull-'));
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
  await writeFile(join(directory, '.prettierrc'), JSON.stringify(STYLE));
  const file = join(directory, 'tables.ts');
  const schema: PullProject['schema'] = async (...args) => {
    const lines: string[] = [];
    const errors: string[] = [];
    const code = await main([...args, '--config', file], {
      print: (text) => lines.push(text),
      error: (text) => errors.push(text),
    });
    return { code, out: lines.join('\n'), err: errors.join('\n') };
  };
  const run = (sql: string) => query(database.url, sql);
  if (fixture !== undefined) {
    await run(await readFile(join(import.meta.dirname, fixture), 'utf8'));
  }
  return {
    url: database.url,
    file,
    read: () => readFile(file, 'utf8'),
    run,
    catalog: () =>
      withConnection(database.url, (client) =>
        catalogText(
          async <T>(sql: string, values?: unknown[]) =>
            (await client.query(sql, values)).rows as T[],
        ),
      ),
    major: () => withConnection(database.url, serverMajor),
    schema,
    pull: (...args) => schema('pull', '--url', database.url, '--out', file, ...args),
    async [Symbol.asyncDispose]() {
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export const STYLE = { singleQuote: true, printWidth: 100 };

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Drops the roles that fixtures make. */
export async function dropRoles(names: readonly string[]): Promise<void> {
  await query(server, names.map((name) => `DROP ROLE IF EXISTS ${name}`).join(';'));
}
