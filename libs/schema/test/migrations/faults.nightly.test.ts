import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';

import { withConnection } from '../../src/database/connection.js';
import { UserError } from '../../src/errors/errors.js';
import { migrate, StepPipeline } from '../../src/migrations/index.js';
import { catalogText } from '../catalog-text.js';
import {
  described,
  NO_DRIFT,
  openMigrationProject,
  type MigrationProject,
} from './migration-project.js';

const server = inject('postgresUrl');
const COUNT = 6;
/** How long each migration of `prepared` takes at least. */
const SECONDS_EACH = 0.15;

const tables = (count: number) =>
  described(
    Array.from(
      { length: count },
      (_, n) => `CREATE TABLE app.t${n} (id serial PRIMARY KEY, n integer)`,
    ),
  );

/**
 * A project with migrations that take their time, and note in a table of the test's that they ran.
 */
async function prepared(): Promise<MigrationProject> {
  const project = await openMigrationProject(server);
  await project.query('CREATE TABLE public.runs (n serial)');
  const pipeline = new StepPipeline().addRewriter('slow', (steps, { direction }) => {
    if (direction === 'down') return steps;
    const custom = { verb: 'alter', kind: 'custom', object: 'time' } as const;
    const note = `DO $$ BEGIN IF to_regclass('public.runs') IS NOT NULL THEN
      INSERT INTO public.runs DEFAULT VALUES; PERFORM pg_sleep(${SECONDS_EACH}); END IF; END $$`;
    return [...steps, { ...custom, sql: note }];
  });
  for (let n = 1; n <= COUNT; n++) await project.generate(tables(n), { name: `t${n}`, pipeline });
  return project;
}

async function expectFinished(project: MigrationProject): Promise<void> {
  await project.migrate();
  expect(await project.check(tables(COUNT))).toEqual(NO_DRIFT);
  expect(await project.query('SELECT count(*)::int AS n FROM rowhouse.migrations')).toEqual([
    { n: COUNT },
  ]);
  // What was cut short was undone as a whole, and only what was committed counts.
  expect(await project.query('SELECT count(*)::int AS n FROM public.runs')).toEqual([{ n: COUNT }]);
}

test('time limits that a database has for its application end no command', async () => {
  await using project = await prepared();
  const name = new URL(project.url).pathname.slice(1);
  const limits = await project.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name ~ '^(statement|transaction|idle_session|idle_in_transaction_session)_timeout$'`,
  );
  // Far above what a statement of the test itself takes on a busy machine.
  for (const limit of limits) await project.query(`ALTER DATABASE ${name} SET ${limit.name} = 500`);
  await withConnection(project.url, async (client) => {
    await client.query('BEGIN; SELECT pg_sleep(0.8)');
    await sleep(800);
    await client.query('COMMIT');
    await sleep(800);
    await client.query('SELECT pg_sleep(0.8)');
  });
  await expectFinished(project);
});

describe('at the same time', () => {
  test('ten migrates apply each migration once', async () => {
    await using project = await prepared();
    const holder = new pg.Client(project.url);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE public.runs');
    let waiting = 0;
    const place = { databaseUrl: project.url, directory: project.directory };
    const running = Promise.all(
      Array.from({ length: 10 }, () =>
        migrate({
          ...place,
          onWait: () => {
            waiting += 1;
          },
        }),
      ),
    );
    // The one that does not wait for the others waits for the table.
    await expect.poll(() => waiting).toBe(9);
    await holder.end();
    expect((await running).flat().sort()).toEqual(await project.migrations());
    expect(waiting).toBe(9);
    await expectFinished(project);
  });

  test.each([1, 2, 3])(
    'generates on one server do not disturb each other, nor leave anything there (%i)',
    async (round) => {
      const role = `shared_${process.pid}_${round}`;
      const state = described(
        [`CREATE TABLE app.t (id integer)`, `GRANT SELECT ON app.t TO ${role}`],
        {
          roles: [role],
        },
      );
      const projects = await Promise.all(
        Array.from({ length: 4 }, () => openMigrationProject(server)),
      );
      const ups = await Promise.all(
        projects.map(async (project) => {
          await project.generate(state);
          return project.script('20260131093000_change', 'up.sql');
        }),
      );
      expect(new Set(ups).size).toBe(1);
      expect(ups[0]).toContain(`CREATE ROLE "${role}"`);
      const { query } = projects[0]!;
      expect(await query('SELECT FROM pg_roles WHERE rolname = $1', [role])).toEqual([]);
      for (const project of projects) await project[Symbol.asyncDispose]();
    },
  );
});

describe('cut short', () => {
  test('a killed process leaves what a rerun finishes', async () => {
    await using project = await prepared();
    for (const part of [0.3, 0.6, 0.9]) {
      const child = spawn(
        process.execPath,
        [
          ...['--import', 'tsx', '--conditions=@rowhouse/source'],
          ...[`${import.meta.dirname}/migrate-process.ts`, project.url, project.directory],
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const exited = new Promise((resolve) => child.once('exit', resolve));
      await new Promise((resolve) => child.stdout.once('data', resolve));
      await sleep(1000 * SECONDS_EACH * (part + Math.random()));
      child.kill('SIGKILL');
      await exited;
    }
    await expectFinished(project);
  });

  test('a cut connection is reported, and a rerun finishes', async () => {
    await using project = await prepared();
    for (let round = 0; round < 3; round++) {
      const running = migrate({ databaseUrl: project.url, directory: project.directory }).catch(
        (error: unknown) => error,
      );
      await sleep(50 + Math.random() * 1000 * SECONDS_EACH);
      await project.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'rowhouse schema' AND datname = current_database()`,
      );
      const outcome = await running;
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(UserError);
        expect(outcome.message).toMatch(/was lost: [^]*Run the command again|cannot connect/);
      }
    }
    await expectFinished(project);
  });

  test('a database that cannot be reached is named without its password', async () => {
    const databaseUrl = 'postgresql://app:hunter2@127.0.0.1:1/blog';
    await using project = await openMigrationProject(server);
    const error = await migrate({ databaseUrl, directory: project.directory }).catch(
      (reason: unknown) => reason as Error,
    );
    expect(error).toBeInstanceOf(UserError);
    expect(String(error)).toContain('blog on 127.0.0.1:1: cannot connect: connect ECONNREFUSED');
    expect(String(error)).not.toContain('hunter2');
    await expect(
      migrate({ databaseUrl: 'app:hunter2@db/blog', directory: project.directory }),
    ).rejects.toThrow('the database URL is not of the form postgresql://user@host:5432/database');
  });

  test('what a killed generate left on the server is dropped by the next', async () => {
    await using project = await openMigrationProject(server);
    const { createHash } = await import('node:crypto');
    const [{ name }] = (await project.query<{ name: string }>(
      'SELECT current_database() AS name',
    )) as [{ name: string }];
    const own = createHash('sha256').update(name).digest('hex').slice(0, 8);
    const run = `rowhouse_shadow_${own}_0123456789ab`;
    const role = `left_behind_${process.pid}`;
    await project.query(`CREATE DATABASE ${run}_0`);
    await project.query(`CREATE ROLE ${role}`);
    await project.query(`COMMENT ON ROLE ${role} IS '${run}'`);
    await project.generate(tables(1));
    expect(
      await project.query('SELECT FROM pg_database WHERE starts_with(datname, $1)', [
        `rowhouse_shadow_${own}`,
      ]),
    ).toEqual([]);
    expect(await project.query('SELECT FROM pg_roles WHERE rolname = $1', [role])).toEqual([]);
  });

  test('a migration of hundreds of tables does not exhaust the locks of the scratch database', async () => {
    await using project = await openMigrationProject(server);
    await project.generate(tables(600));
    expect(await catalogText(project.query)).toEqual([]);
  });
});
