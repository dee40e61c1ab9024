import { readFile } from 'node:fs/promises';

import { createDatabase } from '@rowhouse/harness';
import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { serverMajor } from '../../src/database/connection.js';
import { inSnapshot } from '../../src/database/transaction.js';
import { pgDelta } from '../../src/diff/index.js';
import { described, openMigrationProject } from './migration-project.js';

const T = 'CREATE TABLE app.t (id integer PRIMARY KEY, a text, b integer)';
/** Partitions whose names have another order than that of their table. */
const P = `CREATE TABLE app.p (id integer NOT NULL, t text) PARTITION BY RANGE (id);
  CREATE TABLE app.p1 PARTITION OF app.p FOR VALUES FROM (0) TO (10)`;
const F = `CREATE FUNCTION app.f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`;
const here = (sql: string) => `DO $$ BEGIN EXECUTE format('${sql}', current_database()); END $$`;

/** Rows of the table of refused objects in docs/schema/objects.md: what has each, and how a message calls it. */
const REFUSED: readonly (readonly [row: string, sql: string, ...names: string[]])[] = [
  [
    'text search configuration',
    'CREATE TEXT SEARCH CONFIGURATION app.en (COPY = english)',
    'text search configuration app.en',
  ],
  [
    'text search configuration',
    'CREATE TEXT SEARCH DICTIONARY app.dd (TEMPLATE = simple)',
    'text search dictionary app.dd',
  ],
  [
    'statistics object',
    `${T}; CREATE STATISTICS app.st ON a, b FROM app.t`,
    'statistics object app.st',
  ],
  [
    'cast, operator, operator class',
    'CREATE OPERATOR app.@@@ (LEFTARG = integer, RIGHTARG = integer, FUNCTION = int4pl)',
    'operator app.@@@(integer,integer)',
  ],
  [
    'language, access method, conversion',
    `CREATE CONVERSION app.conv FOR 'UTF8' TO 'LATIN1' FROM utf8_to_iso8859_1`,
    'conversion app.conv',
  ],
  [
    'language, access method, conversion',
    'CREATE ACCESS METHOD app_am TYPE TABLE HANDLER heap_tableam_handler',
    'access method app_am',
  ],
  [
    'typed table',
    'CREATE TYPE app.ct AS (a text); CREATE TABLE app.tt OF app.ct',
    'typed table app.tt',
  ],
  [
    'virtual generated column (PostgreSQL 18)',
    'CREATE TABLE app.v (a integer, b integer GENERATED ALWAYS AS (a * 2) VIRTUAL)',
    'virtual generated column app.v.b',
  ],
  [
    'NOT NULL with a name or attributes of its own (PostgreSQL 18)',
    `${T}; ALTER TABLE app.t ADD CONSTRAINT nn NOT NULL a`,
    'name or attributes of NOT NULL constraint nn of app.t',
  ],
  [
    'what a table has of its own where it inherits',
    `${T}; CREATE TABLE app.k (b integer) INHERITS (app.t); ALTER TABLE app.k ALTER a SET DEFAULT 'x';
     COMMENT ON COLUMN app.k.id IS 'x'; GRANT SELECT (id) ON app.k TO PUBLIC`,
    'own definition of inherited column app.k.b',
    'default of inherited column app.k.a',
    'comment on inherited column app.k.id',
    'privileges on column app.k.id',
  ],
  [
    'what a table has of its own where it inherits',
    `${T}; CREATE TABLE app.u (x integer); CREATE TABLE app.k () INHERITS (app.t, app.u)`,
    'table with several parents app.k',
  ],
  [
    'what a table has of its own where it inherits',
    `${P}; ALTER TABLE app.p1 ALTER t SET NOT NULL`,
    'NOT NULL of inherited column app.p1.t',
  ],
  [
    'what a table has of its own where it inherits',
    `${T}; ALTER TABLE app.t ADD CONSTRAINT c CHECK (b > 0) NOT VALID; CREATE TABLE app.k () INHERITS (app.t);
     ALTER TABLE app.k VALIDATE CONSTRAINT c; COMMENT ON CONSTRAINT c ON app.k IS 'x'`,
    'validity of constraint c of app.k',
    'comment on constraint c of app.k',
  ],
  [
    'what a table has of its own where it inherits',
    `${P}; ${F}; CREATE TRIGGER g AFTER INSERT ON app.p FOR EACH ROW EXECUTE FUNCTION app.f();
     ALTER TABLE app.p1 DISABLE TRIGGER g; COMMENT ON TRIGGER g ON app.p1 IS 'x'`,
    'state of trigger g of partition app.p1',
    'comment on trigger g of partition app.p1',
  ],
  [
    'what the index of a partition has of its own',
    `${P}; CREATE UNIQUE INDEX i ON app.p (id, (id + 1)); COMMENT ON INDEX app.p1_id_expr_idx IS 'x';
     ALTER INDEX app.p1_id_expr_idx SET (fillfactor = 70); ALTER INDEX app.p1_id_expr_idx ALTER COLUMN 2 SET STATISTICS 50`,
    'comment on index app.p1_id_expr_idx of a partition',
    'storage parameters of index app.p1_id_expr_idx of a partition',
    'statistics target of index app.p1_id_expr_idx of a partition',
  ],
  [
    'what the index of a partition has of its own',
    `${P}; ALTER TABLE app.p ADD PRIMARY KEY (id) WITH (fillfactor = 70); ALTER TABLE app.p1 CLUSTER ON p1_pkey;
     ALTER TABLE app.p1 REPLICA IDENTITY USING INDEX p1_pkey`,
    'storage parameters of index app.p_pkey',
    'clustering by index app.p1_pkey of a partition',
    'replica identity by index app.p1_pkey of a partition',
  ],
  ['incomplete index', `${P}; CREATE INDEX i ON ONLY app.p (id)`, 'incomplete index app.i'],
  [
    'disabled triggers of a foreign key',
    `${T}; ALTER TABLE app.t ADD CONSTRAINT r FOREIGN KEY (b) REFERENCES app.t; ALTER TABLE app.t DISABLE TRIGGER ALL`,
    'disabled triggers of constraint r of app.t',
  ],
  [
    'options of a server, a foreign table or a column of it',
    `CREATE FOREIGN DATA WRAPPER w; CREATE SERVER w FOREIGN DATA WRAPPER w; ${P};
     CREATE FOREIGN TABLE app.ft (a integer OPTIONS (x '1'), b text COMPRESSION pglz) SERVER w OPTIONS (y '2');
     CREATE FOREIGN TABLE app.p2 PARTITION OF app.p DEFAULT SERVER w`,
    'options of column app.ft.a',
    'compression of column app.ft.b',
    'foreign table with a parent app.p2',
    'options of foreign table app.ft',
  ],
  [
    'subscription, user mapping',
    `CREATE FOREIGN DATA WRAPPER w; CREATE SERVER w FOREIGN DATA WRAPPER w; CREATE USER MAPPING FOR postgres SERVER w`,
    'user mapping w.postgres',
  ],
  [
    'default privileges of the migrating user',
    'ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT ON TABLES TO PUBLIC',
    'default privileges of postgres',
  ],
  [
    "policy for a role that is not the project's",
    `${T}; CREATE POLICY p ON app.t TO CURRENT_USER USING (true)`,
    'role postgres of policy p on app.t',
  ],
  [
    'privileges that an owner does not have',
    `${T}; REVOKE TRUNCATE ON app.t FROM CURRENT_ROLE`,
    'privilege app.t for postgres, who owns it',
  ],
  [
    'privileges or a comment of a column of a materialized view',
    'CREATE MATERIALIZED VIEW app.mv AS SELECT 1 AS a; GRANT SELECT (a) ON app.mv TO PUBLIC',
    'privileges on column app.mv.a',
  ],
  [
    'rules of a collation (PostgreSQL 16)',
    `CREATE COLLATION app.ci (provider = icu, locale = 'de', rules = '& a < b')`,
    'rules of collation app.ci',
  ],
  [
    'comment on an extension, privileges on what it made',
    `CREATE EXTENSION citext SCHEMA public; COMMENT ON EXTENSION citext IS 'x'; REVOKE ALL ON FUNCTION public.citext_eq FROM PUBLIC`,
    'comment on extension citext',
    'privileges on function citext_eq(citext,citext) of extension citext',
  ],
  [
    'comment on an extension, privileges on what it made',
    `CREATE EXTENSION citext SCHEMA public; ${F}; ALTER FUNCTION app.f() DEPENDS ON EXTENSION citext`,
    'dependency of function app.f() on extension citext',
  ],
  [
    'privileges, comments and settings of the database or of schema public',
    here(`COMMENT ON DATABASE %I IS ''x''`),
    'comment on the database',
  ],
  [
    'privileges, comments and settings of the database or of schema public',
    `COMMENT ON SCHEMA public IS 'x'`,
    'comment on schema public',
  ],
  [
    'privileges, comments and settings of the database or of schema public',
    'REVOKE ALL ON SCHEMA public FROM PUBLIC',
    'privileges of PUBLIC on schema public',
  ],
  [
    'privileges, comments and settings of the database or of schema public',
    here(`ALTER DATABASE %I SET work_mem = ''7MB''`),
    'settings of the database',
  ],
  ['shell type, large object', 'CREATE TYPE app.shell', 'shell type app.shell'],
  ['shell type, large object', 'SELECT lo_create(0)', 'large objects'],
];

/** Rows about statements that are never run. */
const ABOUT_SERVERS: readonly (readonly [row: string, sql: string])[] = [
  ['role, membership', 'ALTER ROLE app_role SET search_path = app'],
  ['role, membership', `COMMENT ON ROLE app_role IS 'x'`],
  ['role, membership', 'GRANT pg_monitor TO app_role'],
  ['tablespace, parameter', 'GRANT SET ON PARAMETER work_mem TO app_role'],
  ['tablespace, parameter', 'GRANT CREATE ON TABLESPACE pg_default TO app_role'],
];

const serverUrl = inject('postgresUrl');

test('each refused object of the documentation is shown here, and the other way around', async () => {
  const page = new URL('../../../../docs/schema/objects.md', import.meta.url);
  const [, refused = ''] = (await readFile(page, 'utf8')).split('## Refused objects');
  const rows = [...refused.split('\n## ')[0]!.matchAll(/^\| (?!object|--)(.*?) +\|/gm)];
  const shown = new Set([...REFUSED, ...ABOUT_SERVERS].map(([row]) => row));
  expect(rows.map(([, row]) => row!.replaceAll('`', '')).sort()).toEqual([...shown].sort());
});

test.each(REFUSED)('%s: %s', async (row, sql, ...names) => {
  const database = await createDatabase(serverUrl);
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    const since = Number(/PostgreSQL (\d+)/.exec(row)?.[1] ?? 0);
    if (since > (await serverMajor(client))) return;
    await client.query(`CREATE SCHEMA app; ${sql}`);
    const { unread } = await inSnapshot(client, () =>
      pgDelta.readWithUnread(client, { schemas: ['app'], roles: [] }),
    );
    expect(unread.map(({ name }) => name).sort()).toEqual([...names].sort());
    for (const { fix } of unread) expect(fix).toMatch(/^[A-Z].*\.$/);
  } finally {
    await client.end();
    await database.drop();
  }
});

test.each(ABOUT_SERVERS)('%s: %s', async (_, sql) => {
  await using project = await openMigrationProject(serverUrl);
  await expect(project.generate(described([sql]))).rejects.toThrow(
    /: migrations do not support it \[unsupported-object\]\n.* on each server/,
  );
});

test('what raw() can carry is refused elsewhere, with the SQL to pass to it', async () => {
  await using project = await openMigrationProject(serverUrl);
  const storage = 'ALTER TABLE app.t ALTER COLUMN a SET STORAGE EXTERNAL';
  await expect(project.generate(described([T, storage]))).rejects.toThrow(
    `storage of app.t.a: migrations do not support it [unsupported-object]\n  Pass its SQL to raw(): ${storage}`,
  );
  expect(await project.migrations()).toEqual([]);
  const down = storage.replace('EXTERNAL', 'EXTENDED');
  const state = { ...described([T]), raw: [{ name: 'storage', up: storage, down }] };
  await project.apply(state);
  const read = () =>
    project.query(
      `SELECT attstorage FROM pg_attribute WHERE attrelid = 'app.t'::regclass AND attname = 'a'`,
    );
  expect(await read()).toEqual([{ attstorage: 'e' }]);
  await project.apply(described([T]));
  expect(await read()).toEqual([{ attstorage: 'x' }]);
});
