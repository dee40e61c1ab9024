import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { formatIssue } from '@rowhouse/errors';
import { createDatabase } from '@rowhouse/harness';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';

import { lint, lintScript } from '../../src/migrations/lint.js';
import { directory, onDatabase, project, schema, withProject } from './command.js';
import { described, openMigrationProject } from './migration-project.js';

const serverUrl = inject('postgresUrl');
const codesOf = async (script: string) =>
  (await lintScript('up.sql', script)).map(({ code }) => code);

/** A statement that is dangerous, why, the lock that it takes, and whether it writes the table anew. */
const DANGERS: readonly (readonly [sql: string, code: string, lock: string, rewrites?: boolean])[] =
  [
    ['CREATE INDEX i ON app.t (b)', 'blocking-index', 'ShareLock'],
    ['CREATE UNIQUE INDEX i ON app.t (b)', 'blocking-index', 'ShareLock'],
    ['ALTER TABLE app.t ADD CONSTRAINT c UNIQUE (b)', 'blocking-key', 'AccessExclusiveLock'],
    [
      'ALTER TABLE app.t ADD CONSTRAINT c EXCLUDE (b WITH =)',
      'blocking-exclusion',
      'AccessExclusiveLock',
    ],
    ['ALTER TABLE app.t SET UNLOGGED', 'rewritten-table', 'AccessExclusiveLock', true],
    [
      'ALTER TABLE app.t ADD CONSTRAINT c FOREIGN KEY (b) REFERENCES app.u (id)',
      'blocking-foreign-key',
      'ShareRowExclusiveLock',
    ],
    ['ALTER TABLE app.t ADD CONSTRAINT c CHECK (b > 0)', 'blocking-check', 'AccessExclusiveLock'],
    ['ALTER TABLE app.t ALTER COLUMN b SET NOT NULL', 'blocking-not-null', 'AccessExclusiveLock'],
    [
      'ALTER TABLE app.t ALTER COLUMN b SET DATA TYPE bigint',
      'rewritten-table',
      'AccessExclusiveLock',
      true,
    ],
    [
      'ALTER TABLE app.t ADD COLUMN c uuid DEFAULT gen_random_uuid()',
      'rewritten-table',
      'AccessExclusiveLock',
      true,
    ],
    [
      'ALTER TABLE app.t ADD COLUMN c integer GENERATED ALWAYS AS (b + 1) STORED',
      'rewritten-table',
      'AccessExclusiveLock',
      true,
    ],
    [
      'ALTER TABLE app.t ADD COLUMN c integer GENERATED ALWAYS AS IDENTITY',
      'rewritten-table',
      'AccessExclusiveLock',
      true,
    ],
    ['DROP INDEX app.by_a', 'blocking-drop', 'AccessExclusiveLock'],
    [
      'ALTER TABLE app.p ATTACH PARTITION app.t FOR VALUES FROM (0) TO (10)',
      'blocking-partition',
      'AccessExclusiveLock',
    ],
    ['ALTER DOMAIN app.d ADD CHECK (VALUE > 0)', 'blocking-domain', 'ShareLock'],
    ['ALTER DOMAIN app.d ADD CONSTRAINT c CHECK (VALUE > 0)', 'blocking-domain', 'ShareLock'],
    ['ALTER DOMAIN app.d SET NOT NULL', 'blocking-domain', 'ShareLock'],
    ['ALTER TABLE app.t DROP COLUMN b', 'breaking-change', 'AccessExclusiveLock'],
    ['ALTER TABLE app.t RENAME COLUMN b TO c', 'breaking-change', 'AccessExclusiveLock'],
  ];

test('each danger is found, and is what PostgreSQL does', async () => {
  const database = await createDatabase(serverUrl);
  const client = new pg.Client(database.url);
  await client.connect();
  const file = async () =>
    (await client.query("SELECT pg_relation_filenode('app.t') AS f")).rows[0] as unknown;
  try {
    await client.query(
      `CREATE SCHEMA app; CREATE TABLE app.u (id integer PRIMARY KEY); INSERT INTO app.u VALUES (1);
       CREATE DOMAIN app.d AS integer;
       CREATE TABLE app.t (a integer, b integer, d app.d); INSERT INTO app.t VALUES (1, 1, 1);
       CREATE INDEX by_a ON app.t (a);
       CREATE TABLE app.p (a integer, b integer, d app.d) PARTITION BY RANGE (a)`,
    );
    const before = await file();
    for (const [sql, code, lock, rewrites = false] of DANGERS) {
      expect([sql, (await codesOf(`${sql};`))[0]]).toEqual([sql, code]);
      await client.query('BEGIN');
      await client.query(sql);
      const { rows } = await client.query<{ mode: string }>(
        "SELECT mode FROM pg_locks WHERE pid = pg_backend_pid() AND relation = 'app.t'::regclass",
      );
      expect([sql, rows.map(({ mode }) => mode)]).toEqual([sql, expect.arrayContaining([lock])]);
      const isRewritten = JSON.stringify(await file()) !== JSON.stringify(before);
      expect([sql, isRewritten]).toEqual([sql, rewrites]);
      await client.query('ROLLBACK');
    }
    const required = 'ALTER TABLE app.t ADD COLUMN c integer NOT NULL';
    expect(await codesOf(required)).toEqual(['required-column']);
    await expect(client.query(required)).rejects.toMatchObject({ code: '23502' });
  } finally {
    await client.end();
    await database.drop();
  }
});

test.each([
  '-- part: no transaction\nCREATE INDEX CONCURRENTLY i ON app.t (b)',
  'CREATE INDEX IF NOT EXISTS i ON app.t (b)',
  'CREATE TABLE app.p1 (a integer); ALTER TABLE app.p ATTACH PARTITION app.p1 FOR VALUES FROM (0) TO (10)',
  'ALTER TABLE app.t ADD CONSTRAINT c CHECK (b > 0) NOT VALID',
  'ALTER TABLE app.t VALIDATE CONSTRAINT c',
  'ALTER TABLE app.t ADD CONSTRAINT c UNIQUE USING INDEX i',
  "ALTER TABLE app.t ADD COLUMN c text NOT NULL DEFAULT 'DROP COLUMN'",
  'ALTER TABLE app.t ADD COLUMN "drop column" text',
  'ALTER TABLE app.t ALTER COLUMN b SET DEFAULT 1',
  'CREATE TABLE app.t (a integer); CREATE INDEX i ON app.t (a); ALTER TABLE app.t ADD CONSTRAINT c CHECK (a > 0)',
  '-- part: no transaction\nDROP INDEX CONCURRENTLY app.i',
  'ALTER DOMAIN app.d ADD CONSTRAINT c CHECK (VALUE > 0) NOT VALID; ALTER DOMAIN app.d VALIDATE CONSTRAINT c',
  'CREATE DOMAIN app.d AS integer; ALTER DOMAIN app.d SET NOT NULL',
  '-- accept breaking-change: no code has it\nALTER TABLE app.t DROP COLUMN b',
  '-- accept blocking-index, rewritten-table\nCREATE INDEX i ON app.t (b)',
])('nothing is dangerous of %s', async (script) => {
  expect(await codesOf(script)).toEqual([]);
});

test.each([
  ['concurrently-in-transaction', 'CREATE INDEX CONCURRENTLY i ON app.t (b)'],
  ['concurrently-in-transaction', 'DROP INDEX CONCURRENTLY app.i'],
  [
    'blocking-validation',
    'ALTER TABLE app.t ADD CONSTRAINT c CHECK (b > 0) NOT VALID; ALTER TABLE app.t VALIDATE CONSTRAINT c',
  ],
  [
    'blocking-not-null',
    `ALTER TABLE app.t ADD CONSTRAINT c CHECK (b IS NOT NULL) NOT VALID;
     -- part: no transaction
     ALTER TABLE app.t VALIDATE CONSTRAINT c;
     -- part: transaction
     ALTER TABLE app.t ALTER COLUMN "B" SET NOT NULL`.replaceAll(/^ +/gm, ''),
    'breaking-write',
  ],
  [
    'rebuilt-index',
    '-- part: no transaction\nDROP INDEX CONCURRENTLY IF EXISTS app.i;\nCREATE INDEX CONCURRENTLY i ON app.t (b);',
  ],
])('%s is found', async (code, script, ...others) => {
  expect(await codesOf(script)).toEqual([code, ...others]);
});

test('a comment accepts what it names, of its own statement', async () => {
  const drop = 'ALTER TABLE app.t DROP COLUMN b;';
  expect(await codesOf(`-- accept blocking-index: no\n${drop}`)).toEqual(['breaking-change']);
  expect(await codesOf(`-- accept breaking-change\n${drop}\n${drop}`)).toEqual(['breaking-change']);
});

test('what migrations are generated as is found', async () => {
  await using project = await openMigrationProject(serverUrl);
  const t = (columns: string) =>
    described([`CREATE TABLE app.t (id integer PRIMARY KEY, ${columns})`]);
  await project.apply(t('a integer, b integer, "C d" text'));
  const state = described([
    'CREATE TABLE app.t (id integer PRIMARY KEY, a bigint, "C d" text NOT NULL, e integer NOT NULL)',
    'ALTER TABLE app.t ADD CONSTRAINT self FOREIGN KEY (e) REFERENCES app.t (id)',
    'ALTER TABLE app.t ADD CONSTRAINT positive CHECK (e > 0)',
    'ALTER TABLE app.t ADD CONSTRAINT one UNIQUE ("C d")',
    'CREATE INDEX by_a ON app.t (a)',
  ]);
  const codes = async (simple: boolean) => {
    const generated = await project.generate(state, { allowDataLoss: true, simple });
    await rm(join(project.directory, generated!.id), { recursive: true });
    return generated!.dangers.map(({ code }) => code).sort();
  };
  const always = ['breaking-change', 'breaking-write', 'required-column', 'rewritten-table'];
  expect(await codes(false)).toEqual(always);
  expect(await codes(true)).toEqual([
    'blocking-check',
    'blocking-foreign-key',
    'blocking-index',
    'blocking-key',
    'blocking-not-null',
    ...always,
  ]);
});

test('a partitioned table, and an index that is built anew', async () => {
  await using project = await openMigrationProject(serverUrl);
  const t = ['CREATE TABLE app.t (a integer, b integer)'];
  const p = [
    'CREATE TABLE app.p (a integer) PARTITION BY RANGE (a)',
    'CREATE TABLE app.p1 PARTITION OF app.p FOR VALUES FROM (0) TO (10)',
  ];
  await project.apply(described([...t, ...p, 'CREATE INDEX i ON app.t (a)']));
  const { dangers } = (await project.generate(
    described([...t, ...p, 'CREATE INDEX i ON app.t (b)', 'CREATE INDEX j ON app.p (a)']),
  ))!;
  expect(dangers.map(({ code, place }) => [code, place !== undefined])).toEqual([
    ['rebuilt-index', true],
  ]);
});

test('what API clients lose is found: a view, a column of it, a privilege', async () => {
  await using project = await openMigrationProject(serverUrl);
  const api = (columns: string, privileges: string, more: readonly string[] = []) =>
    described(
      [
        'CREATE TABLE app.t (id integer PRIMARY KEY, a integer, b integer)',
        `CREATE VIEW app.books AS SELECT ${columns} FROM app.t`,
        `GRANT ${privileges} ON app.books TO lint_anon`,
        ...more,
      ],
      { roles: ['lint_anon'] },
    );
  await project.apply(api('id, a AS price', 'SELECT, INSERT', ['CREATE VIEW app.all AS SELECT 1']));
  const found = async (state: ReturnType<typeof api>) => {
    const { id, dangers } = (await project.generate(state))!;
    const linted = await lint({ directory: project.directory });
    await rm(join(project.directory, id), { recursive: true });
    expect(linted).toEqual(dangers);
    return dangers.map((issue) =>
      formatIssue(issue)
        .split('\n')[0]!
        .replace(/^[^ ]+:\d+: /, ''),
    );
  };
  const all = ['CREATE VIEW app.all AS SELECT 1'];
  const fail = (what: string) => [`API clients and code that use ${what} fail [breaking-client]`];
  expect(await found(api('id, a AS price, b', 'SELECT, INSERT', all))).toEqual([]);
  expect(await found(api('id, b AS price', 'SELECT, INSERT', all))).toEqual([]);
  expect(await found(api('id, a AS price', 'SELECT, INSERT'))).toEqual(fail('app.all'));
  expect(await found(api('id', 'SELECT, INSERT', all))).toEqual(
    fail('the column price of app.books'),
  );
  expect(await found(api('id, a AS price', 'SELECT', all))).toEqual(
    fail('the privilege of lint_anon to INSERT on app.books'),
  );
});

describe('schema lint', () => {
  withProject();

  test('is told by generate, refused by --strict, and accepted in place', async () => {
    expect(await schema('generate', 'one', '--strict', ...onDatabase())).toMatchObject({ err: '' });
    expect(await schema('lint')).toEqual({
      code: 0,
      out: 'No dangerous statements found.',
      err: '',
    });
    await project('title: text().notNull().default("new"), slug: text().unique()');
    const safe = await schema('generate', 'safe', '--strict', ...onDatabase());
    expect(safe).toMatchObject({ code: 0, err: '' });
    const [, kept] = await readdir(join(directory, 'migrations'));
    await rm(join(directory, 'migrations', kept!), { recursive: true });
    const strict = await schema('generate', 'two', '--simple', '--strict', ...onDatabase());
    expect(strict.code).toBe(1);
    expect(strict.err).toMatch(/^error: \d{14}_two\/up\.sql:\d+: .* \[blocking-key\]\n/);
    expect(await readdir(join(directory, 'migrations'))).toHaveLength(1);

    const told = await schema('generate', 'two', '--simple', ...onDatabase());
    expect(told).toMatchObject({ code: 0 });
    expect(told.err).toMatch(
      /^note: \d{14}_two\/up\.sql:\d+: nobody can read blog\.articles or write to it while the index of the constraint is built \[blocking-key\]\n {2}ALTER TABLE/,
    );
    const found = await schema('lint');
    expect(found).toMatchObject({ code: 1, err: '' });
    expect(`note: ${found.out}`).toBe(told.err);
    const [one, two] = await readdir(join(directory, 'migrations'));
    expect((await schema('lint', one!)).code).toBe(0);
    expect(JSON.parse((await schema('lint', two!, '--json')).out)).toMatchObject([
      { code: 'blocking-key', place: { file: `${two}/up.sql` } },
    ]);

    const file = join(directory, 'migrations', two!, 'up.sql');
    const script = await readFile(file, 'utf8');
    const comment = '-- accept blocking-key: the table is small\n';
    await writeFile(file, script.replace(/^ALTER TABLE .* ADD CONSTRAINT/m, `${comment}$&`));
    expect(await schema('lint')).toMatchObject({ code: 0 });
    await appendFile(file, 'ALTER TABLE "blog"."articles" DROP COLUMN "title";\n');
    expect((await schema('lint')).out).toContain('[breaking-change]');
  });

  test('a migration that is not there is told, with the one that may be meant', async () => {
    await schema('generate', 'one', ...onDatabase());
    const [id] = await readdir(join(directory, 'migrations'));
    expect((await schema('lint', `${id}s`)).err).toBe(
      `error: there is no migration '${id}s'\n  Did you mean '${id}'?`,
    );
  });
});
