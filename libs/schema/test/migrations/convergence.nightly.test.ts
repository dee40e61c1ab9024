import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createDatabase, installedPostgres } from '@rowhouse/harness';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { DesiredState } from '../../src/desired-state.js';
import { UserError } from '../../src/migrations/index.js';
import { quoteIdentifier, quoteQualified } from '../../src/sql/identifier.js';
import { SERVERS, type TestServer } from '../rest/servers.js';
import { stateOf } from './build-schema.js';
import { catalogText } from '../catalog-text.js';
import { schemaAndChange } from './random-schema.js';
import { NO_DRIFT, openMigrationProject, type MigrationProject } from './migration-project.js';

/**
 * Random schemas tried; fewer where the machine is slow. They are the same ones each time: set
 * CONVERGENCE_SEED for others, and CONVERGENCE_RUNS to look for long.
 */
const runs = Number(process.env['CONVERGENCE_RUNS'] ?? 8);
const seed = Number(process.env['CONVERGENCE_SEED'] ?? 1);
const limit = runs * 10_000;

describe.each(SERVERS)('on %s', (_, start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  test(
    'any change of any schema converges, keeps rows, and is taken back, or is refused',
    { timeout: limit + 600_000 },
    async () => {
      const dump = await installedDump(server.url);
      const dumpOf = async ({ query, url }: MigrationProject) => [
        ...(await catalogText(query)),
        ...(await dump(url)),
      ];
      await fc.assert(
        fc.asyncProperty(schemaAndChange, async ([first, second]) => {
          await using project = await openMigrationProject(server.url);
          const [before, after] = [stateOf(first), stateOf(second)];
          const allowDataLoss = true;

          await project.apply(before, { allowDataLoss });
          expect(await project.generate(before)).toBeUndefined();
          expect(await project.check(before)).toEqual(NO_DRIFT);
          const dumpBefore = await dumpOf(project);
          expect(dumpBefore).toEqual(await dumpOfNew(server.url, before, dump));

          await fill(project);
          const rows = await readRows(project);
          const generated = await project.generate(after, { allowDataLoss }).catch(refusal);
          if (generated instanceof UserError) return;
          const isAsItWas = await migrated(project, async () => {
            expect(await dumpOf(project)).toEqual(dumpBefore);
          });
          expect(await project.generate(after)).toBeUndefined();
          expect(await project.check(after)).toEqual(NO_DRIFT);
          const dumpAfter = await dumpOf(project);
          expect(dumpAfter).toEqual(await dumpOfNew(server.url, after, dump));
          if (isAsItWas) {
            const losses = generated?.losses.map(({ step }) => step) ?? [];
            expectKept(rows, await readRows(project), losses);
          }

          if (!generated) return;
          await empty(project);
          await project.rollback();
          expect(await dumpOf(project)).toEqual(dumpBefore);
          await project.migrate();
          expect(await dumpOf(project)).toEqual(dumpAfter);
        }),
        { seed, numRuns: runs, interruptAfterTimeLimit: limit },
      );
    },
  );
});

/** A change that takes two migrations. */
function refusal(error: unknown): UserError {
  expect(String(error)).toContain('Make the change in two migrations');
  return error as UserError;
}

type Dump = (url: string) => Promise<string[]>;

/** What a database holds that the code built without any migration. */
async function dumpOfNew(server: string, state: DesiredState, dump: Dump): Promise<string[]> {
  const database = await createDatabase(server);
  const client = new pg.Client(database.url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const statement of state.statements) await client.query(statement);
    const catalog = await catalogText(
      async (sql, values) => (await client.query(sql, values)).rows,
    );
    return [...catalog, ...(await dump(database.url))];
  } finally {
    await client.end();
    await database.drop();
  }
}

/** PostgreSQL's own dump, where its program of the server's version is installed. */
async function installedDump(server: string): Promise<Dump> {
  const client = new pg.Client(server);
  await client.connect();
  const { rows } = await client.query<{ major: string }>(
    "SELECT split_part(current_setting('server_version'), '.', 1) AS major",
  );
  await client.end();
  const installed = new Map(await installedPostgres()).get(rows[0]!.major);
  if (installed === undefined) return () => Promise.resolve([]);
  return async (url) => {
    const { stdout } = await promisify(execFile)(
      join(installed, 'pg_dump'),
      ['--schema-only', '--exclude-schema=rowhouse', url],
      { maxBuffer: 2 ** 26 },
    );
    // Columns that were added later come last, so only the lines count, not their order.
    return stdout
      .split('\n')
      .filter((line) => line !== '' && !/^(--|\\)/.test(line))
      .map((line) => line.replace(/,$/, ''))
      .sort();
  };
}

/**
 * Applies a migration; where rows are in its way, what is done of it is taken back, and it is applied without them.
 */
async function migrated(
  project: MigrationProject,
  expectAsBefore: () => Promise<void>,
): Promise<boolean> {
  const rows = await readRows(project);
  try {
    await project.migrate();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    const isHalfDone = (await project.query('SELECT FROM rowhouse.unfinished')).length > 0;
    if (!isHalfDone) expect(await readRows(project)).toEqual(rows);
    await empty(project);
    if (isHalfDone) await project.rollback();
    await expectAsBefore();
    await project.migrate();
    return false;
  }
}

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly is_key: boolean;
  readonly has_default: boolean;
}

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
         a.attidentity <> '' OR a.attgenerated <> '' OR d.oid IS NOT NULL AS has_default,
         EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS is_key
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE n.nspname = 'app' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY c.relname, a.attnum`;

async function fill(project: MigrationProject): Promise<void> {
  const columns = await project.query<Column>(COLUMNS);
  for (const name of new Set(columns.map(({ table }) => table))) {
    for (const n of [1, 2, 3]) {
      const given = columns.filter(
        ({ table, column, has_default }) =>
          table === name && !has_default && !column.startsWith('parent_'),
      );
      const target = quoteQualified({ schema: 'app', name });
      await project
        .query(
          given.length === 0
            ? `INSERT INTO ${target} DEFAULT VALUES`
            : `INSERT INTO ${target} (${given.map(({ column }) => quoteIdentifier(column)).join(', ')})
             VALUES (${given.map(({ type }) => valueOf(type, n)).join(', ')})`,
        )
        .catch((error: unknown) => {
          // A unique index on columns that only have defaults admits one row.
          if ((error as pg.DatabaseError).code !== '23505') throw error;
        });
    }
  }
}

function valueOf(type: string, n: number): string {
  if (type === 'integer' || type === 'bigint' || type === 'numeric') return String(n);
  if (type === 'boolean') return 'false';
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type.startsWith('timestamp')) return `'2026-01-0${n}'`;
  if (type === 'app.mood') return '(enum_range(NULL::app.mood))[1]';
  return `'va''lue ${n}'`;
}

async function readRows(project: MigrationProject): Promise<Rows> {
  const columns = await project.query<Column>(COLUMNS);
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const name of new Set(columns.map(({ table }) => table))) {
    const own = columns.filter(({ table }) => table === name);
    rows[name] = await project.query(
      `SELECT ${own.map(({ column }) => `${quoteIdentifier(column)}::text`).join(', ')}
       FROM ${quoteQualified({ schema: 'app', name })} ORDER BY ctid`,
    );
  }
  return rows;
}

/** Tables and columns whose loss was not announced hold what they held. */
function expectKept(before: Rows, after: Rows, losses: readonly string[]): void {
  for (const [name, rows] of Object.entries(before)) {
    const losesTable = losses.some((loss) => loss.startsWith('drop table') && loss.includes(name));
    if (losesTable) continue;
    expect(after[name]).toHaveLength(rows.length);
    const kept = Object.keys(rows[0] ?? {}).filter(
      (column) =>
        column !== 'computed' &&
        !losses.some((loss) => loss.includes(column.replaceAll('"', '""'))),
    );
    const values = (list: Rows[string]) =>
      list.map((row) => JSON.stringify(kept.map((column) => row[column]))).sort();
    expect(values(after[name]!)).toEqual(values(rows));
  }
}

async function empty(project: MigrationProject): Promise<void> {
  const columns = await project.query<Column>(COLUMNS);
  for (const name of new Set(columns.map(({ table }) => table))) {
    await project.query(`TRUNCATE ${quoteQualified({ schema: 'app', name })} CASCADE`);
  }
}
