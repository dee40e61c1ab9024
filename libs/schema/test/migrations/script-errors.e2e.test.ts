import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';

import { migrate } from '../../src/migrations/index.js';
import { described, openMigrationProject, type MigrationProject } from './migration-project.js';

const serverUrl = inject('postgresUrl');
const articles = described(['CREATE TABLE app.articles (id integer PRIMARY KEY, title text)']);
const titled = described([
  'CREATE TABLE app.articles (id integer PRIMARY KEY, title text NOT NULL)',
]);

/** How `migrate` fails. */
async function failure(project: MigrationProject): Promise<string> {
  return project.migrate().then(
    () => 'no failure',
    (error: unknown) => (error as Error).message,
  );
}

describe('what PostgreSQL refuses of a script', () => {
  test('is shown with its line, the statement, what the code means and a fix', async () => {
    await using project = await openMigrationProject(serverUrl);
    await project.apply(articles);
    await project.query('INSERT INTO app.articles VALUES (1, NULL)');
    const { id } = (await project.generate(titled, { simple: true }))!;
    const line = (await project.script(id, 'up.sql'))
      .split('\n')
      .findIndex((text) => text.startsWith('ALTER TABLE'));
    expect(await failure(project)).toBe(
      [
        `${id}/up.sql:${line + 1}: failed and was rolled back: column "title" of relation "articles" contains null values (23502) [migration-failed]`,
        `  ${line + 1} | ALTER TABLE "app"."articles" ALTER COLUMN "title" SET NOT NULL;`,
        '  Fix the rows in the database, or add a statement to up.sql, before this one, that fixes them.',
      ].join('\n'),
    );
  });

  test('has a caret where PostgreSQL says where', async () => {
    await using project = await openMigrationProject(serverUrl);
    const { id } = (await project.generate(articles))!;
    const file = join(project.directory, id, 'up.sql');
    await writeFile(file, "-- 'ü😀'\nSELECT 1;\n\nSELECT 'ü😀',\n\t  wrong\nFROM app.nothing;\n");
    await appendFile(file, 'SELECT 2;\n');
    expect(await failure(project)).toBe(
      [
        `${id}/up.sql:6: failed and was rolled back: relation "app.nothing" does not exist (42P01) [migration-failed]`,
        "  4 | SELECT 'ü😀',",
        '  5 | \t  wrong',
        '  6 | FROM app.nothing;',
        '    |      ^',
        '  If you edited the script, correct it. Otherwise, run `schema check` with --database-url: it shows where the database differs from its migrations.',
      ].join('\n'),
    );
  });
});

test.each([
  ['PERFORM 1 / 0', 'division by zero (22012)'],
  [`RAISE EXCEPTION 'no'`, 'no (P0001)'],
  [`RAISE EXCEPTION 'no' USING ERRCODE = 'ZZ999'`, 'no (ZZ999)'],
])('a function raised an error names it, and where it is: %s', async (statement, message) => {
  await using project = await openMigrationProject(serverUrl);
  const { id } = (await project.generate(articles))!;
  const file = join(project.directory, id, 'up.sql');
  const body = `BEGIN\n  ${statement};\nEND`;
  await writeFile(file, `DO $$${body}$$;\n`);
  expect(await failure(project)).toMatch(
    `${id}/up.sql:1: failed and was rolled back: ${message} [migration-failed]`,
  );
  expect(await failure(project)).toContain('\n  PL/pgSQL function inline_code_block line 2 at ');
});

describe('a lock that could not be had', () => {
  test('names who holds it, and is tried again', async () => {
    await using project = await openMigrationProject(serverUrl);
    await project.apply(articles);
    await project.generate(titled);
    const other = new pg.Client({
      connectionString: project.url,
      application_name: 'a long report',
    });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE app.articles IN SHARE MODE');
    const retries: (readonly string[])[] = [];
    const place = { directory: project.directory, databaseUrl: project.url };
    const holder =
      /^session \d+ of \S+ \(a long report\) holds the lock, in a transaction for \d+ s, idle in transaction: BEGIN; LOCK TABLE app\.articles/;
    try {
      await migrate({
        ...place,
        lockTimeoutMs: 400,
        onRetry: (_id, holders) => {
          retries.push(holders);
          if (retries.length === 2) void other.query('COMMIT');
        },
      });
      expect(retries).toEqual([[expect.stringMatching(holder)], [expect.stringMatching(holder)]]);
      await project.rollback();
      await other.query('BEGIN; LOCK TABLE app.articles IN SHARE MODE');
      await expect(migrate({ ...place, lockTimeoutMs: 400 })).rejects.toThrow(
        /canceling statement due to lock timeout \(55P03\)[^]*\(a long report\) holds the lock/,
      );
    } finally {
      await other.end();
    }
  });

  test('is not one that another command holds: that is waited for, and named', async () => {
    await using project = await openMigrationProject(serverUrl);
    await project.generate(articles);
    const other = new pg.Client({ connectionString: project.url, application_name: 'deploy' });
    await other.connect();
    let ended: Promise<void> | undefined;
    await other.query('SELECT pg_advisory_lock(1919907688, 1869968229)');
    let told: readonly string[] = [];
    const applied = migrate({
      directory: project.directory,
      databaseUrl: project.url,
      onWait: (holders) => {
        told = holders;
        ended = other.end();
      },
    });
    expect(await applied).toHaveLength(1);
    await (ended ?? other.end());
    expect(told).toEqual([expect.stringMatching(/^session \d+ of \S+ \(deploy\) holds the lock/)]);
  });
});
