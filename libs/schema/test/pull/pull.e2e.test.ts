import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import prettier from 'prettier';
import { afterEach, describe, expect, inject, test } from 'vitest';

import { desiredState } from '../../src/index.js';
import { shop } from '../models/shop.js';
import * as blog from '../rest/blog.js';
import { SERVERS } from '../rest/servers.js';
import * as vault from '../rest/vault.js';
import { linesLacking } from '../catalog-text.js';
import { compileProblems } from './compile.js';
import { LOST } from './lost.js';
import { dropRoles, openPullProject, STYLE } from './pull-project.js';

const SAMPLE = ['trade.sql', 'hostile.sql', 'company.sql'];
const OTHERS = ['lending.sql', 'api.sql', 'menagerie.sql', 'parts.sql', 'built.sql', 'among.sql'];
const FIXTURES = inject('isNightly') ? [...SAMPLE, ...OTHERS] : SAMPLE;
afterEach(() => dropRoles(['pulled_anon', 'pulled_editor', 'pulled_user', 'pulled_owner']));

describe.each(FIXTURES)('%s', (fixture) => {
  test('is pulled as strict TypeScript that prettier leaves as it is', async () => {
    await using project = await openPullProject(fixture);
    expect(await project.pull()).toMatchObject({ code: 0, out: `Wrote ${project.file}.` });
    const text = await project.read();
    expect(await prettier.check(text, { ...STYLE, filepath: project.file })).toBe(true);
    expect(compileProblems(project.file)).toEqual([]);
    expect(await project.pull()).toMatchObject({
      code: 0,
      out: `${project.file} is up to date.`,
    });
    await project.pull('--force');
    expect(await project.read()).toBe(text);
  });

  test('is the same in an empty database that migrations fill', async () => {
    await using source = await openPullProject(fixture);
    await source.pull();
    const onSource = ['--database-url', source.url];
    expect(await source.schema('generate', 'initial', ...onSource)).toMatchObject({ code: 0 });
    expect(await source.schema('baseline', ...onSource)).toMatchObject({ code: 0 });
    expect(await source.schema('generate', 'more', ...onSource)).toMatchObject({
      code: 0,
      out: 'Nothing has changed; no migration was written.',
    });
    expect(await source.schema('check', ...onSource)).toMatchObject({
      code: 0,
      out: 'Code, migrations and database agree.',
    });
    await using empty = await openPullProject();
    await source.schema('migrate', '--database-url', empty.url);
    const again = await source.schema('pull', '--database-url', empty.url, '--out', source.file);
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/ is up to date\.$/);
    const [before, after] = [await source.catalog(), await empty.catalog()];
    const lost = new Set([
      ...linesLacking(before, after).map((line) => `- ${line}`),
      ...linesLacking(after, before).map((line) => `+ ${line}`),
    ]);
    const known = LOST[fixture] ?? [];
    expect([...lost].filter((line) => !known.includes(line))).toEqual([]);
    // Older versions know less that can be lost.
    if ((await source.major()) < 18) return;
    expect(known.filter((line) => !lost.has(line))).toEqual([]);
  });
});

test('what a table has changed of what it has from another one is named', async () => {
  await using project = await openPullProject('parts.sql');
  const { code, err } = await project.pull();
  expect(code).toBe(0);
  expect(err.match(/(?<=^note: ).*(?= \[not-pulled\])/gm)).toEqual([
    'owner pulled_owner: its objects will belong to the user who runs the migrations: function public.owned()',
    ...[
      'clustering by index public.first_half_t_idx of a partition',
      'comment on constraint first_half_pkey of first_half',
      'comment on constraint positive of first_half',
      'comment on constraint visits_r_fkey of first_half',
      'comment on index public.first_half_pkey of a partition',
      'comment on index public.first_half_t_idx of a partition',
      'comment on trigger g of partition public.first_half',
      'compression of column public.far.c',
      'disabled triggers of constraint entries_target of entries',
      'incomplete index public.visits_r',
      'options of column public.far.a',
      'statistics target of index public.first_half_expr_idx of a partition',
      'storage parameters of index public.first_half_t_idx of a partition',
      'storage parameters of index public.visits_key',
      'validity of constraint below of child',
    ].map((subject) => `${subject}: the file cannot contain it`),
  ]);
});

test('functions that do not work in the database are named, and pulled as they are', async () => {
  await using project = await openPullProject();
  await project.run(`SET check_function_bodies = off;
    CREATE TABLE kept (id integer PRIMARY KEY);
    CREATE FUNCTION gone(a integer, b text DEFAULT 'x') RETURNS SETOF integer LANGUAGE sql AS 'SELECT id FROM dropped';
    CREATE FUNCTION typo() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN retrun 1; END $$;
    CREATE PROCEDURE clean() LANGUAGE sql AS 'DELETE FROM dropped';
    CREATE FUNCTION works() RETURNS integer LANGUAGE sql AS 'SELECT id FROM kept'`);
  const notes = [
    'clean(): it does not work in the database: relation "dropped" does not exist',
    'gone(integer,text): it does not work in the database: relation "dropped" does not exist',
    'typo(): it does not work in the database: syntax error at or near "retrun"',
  ];
  const { code, err } = await project.pull();
  expect(code).toBe(0);
  expect(err.match(/(?<=^note: function ).*(?= \[broken-function\])/gm)?.sort()).toEqual(notes);
  expect(await project.pull()).toMatchObject({ code: 0, out: `${project.file} is up to date.` });
  const text = await project.read();
  expect(text.match(/name: '.*',\n {2}checkBody: false/g)).toHaveLength(3);
  await writeFile(project.file, text.replace('  checkBody: false,\n', ''));
  expect(await project.pull('--check')).toMatchObject({
    code: 1,
    err: expect.stringContaining('relation "dropped" does not exist') as string,
  });
  await writeFile(project.file, text);
  const onSource = ['--database-url', project.url];
  expect(await project.schema('generate', 'initial', ...onSource)).toMatchObject({ code: 0 });
});

test('domains, sequences and partitions are made by their builders, where these say all', async () => {
  await using project = await openPullProject('built.sql');
  expect(await project.pull()).toMatchObject({ code: 0, err: '' });
  const text = await project.read();
  expect(text).toContain(`export const room = domain('room', {
  metadata,
  schema: 'ward',
  type: 'text',
  checks: {
    'short "one"': sql\`(length(VALUE) < 9) AND (VALUE <> '\\\`it''s\\\`'::text)\`,
    room_form: sql\`VALUE ~ '^[A-Z]\\\\d+$'::text\`,
  },
  default: sql\`'none'::text\`,
  notNull: true,
  comment: "A room's number",
});`);
  expect(text).toContain(`export const steps = sequence('steps', {
  metadata,
  schema: 'ward',
  type: 'smallint',
  start: 1,
  increment: 5,
  min: -10,
  max: 90,
  cache: 3,
  cycle: true,
});`);
  expect(text).toContain(`export const stays2026 = partition('stays_2026', {
  of: stays,
  schema: 'public',
  from: ['2026-01-01'],
  to: ['2027-01-01'],
  partitionBy: { list: ['kind'] },
});`);
  expect(text).toContain('start: 9007199254740993n');
  expect(text).toContain('age: adult.column().notNull()');
  expect(text).toContain("rooms: typed('ward.room[]')()");
  expect(text).toContain('.default(numbers.next())');
  const registered = [
    ...text.matchAll(/registerObject\(\{\s+kind: '([^']+)',.*?name: '([^']+)'/gs),
  ];
  expect(registered.map(([, kind, name]) => `${kind!} ${name!}`)).toEqual([
    'sequence old_id_seq',
    'domain odd',
    'domain sorted',
    'more of domain noted',
    'more of sequence old_id_seq',
    'sequence owned',
    'table months',
    'table month',
    'more of table shard_0',
    'table shard_1',
    'domain late',
    'constraint checked',
    'constraint tickets_call_fkey',
    'constraint positive',
    'more of table stays_rest',
  ]);
});

test.each([
  ['tables with about everything', shop()],
  ['views over them', blog],
  ['views that hide columns', vault],
])('what the library makes is pulled: %s', async (_, { metadata, config }) => {
  await using project = await openPullProject();
  await project.run(desiredState(metadata, config).statements.join(';\n'));
  expect(await project.pull()).toEqual({ code: 0, out: `Wrote ${project.file}.`, err: '' });
  expect(compileProblems(project.file)).toEqual([]);
});

test('a project without packages is pulled into as well', async () => {
  await using project = await openPullProject('trade.sql');
  await rm(join(dirname(project.file), 'node_modules'));
  expect(await project.pull()).toEqual({ code: 0, out: `Wrote ${project.file}.`, err: '' });
  const text = await readFile(project.file, 'utf8');
  expect(text).toMatch(/ = table\(\n {2}'\w+',\n {2}\{\n {4}\w+: /);
  expect(await project.pull()).toMatchObject({ out: `${project.file} is up to date.` });
});

describe.each(SERVERS)('on %s', (_, start) => {
  test('a database is pulled', async () => {
    const other = await start();
    try {
      for (const fixture of ['lending.sql', 'trade.sql']) {
        await using project = await openPullProject(fixture, other.url);
        expect(await project.pull()).toMatchObject({ code: 0, err: '' });
        expect(await project.pull()).toMatchObject({ out: `${project.file} is up to date.` });
      }
    } finally {
      await other.stop();
    }
  });
});

test('a role that owns one table and is granted another comes along with both', async () => {
  await using project = await openPullProject();
  await project.run(
    `CREATE ROLE pulled_owner; CREATE TABLE mine (id integer PRIMARY KEY); CREATE TABLE theirs (id integer PRIMARY KEY);
     ALTER TABLE theirs OWNER TO pulled_owner; GRANT SELECT ON mine TO pulled_owner`,
  );
  const pulled = await project.pull();
  await project.run('DROP OWNED BY pulled_owner; DROP ROLE pulled_owner');
  expect(pulled).toEqual({ code: 0, out: `Wrote ${project.file}.`, err: '' });
  const text = await project.read();
  expect(text).toContain("registerRole({ name: 'pulled_owner' })");
  expect(text).toContain('ALTER TABLE "public"."theirs" OWNER TO "pulled_owner"');
});

describe('a file that is there', () => {
  test('is compared with the database, and left as it is', async () => {
    await using project = await openPullProject();
    await project.run('CREATE TABLE notes (id serial PRIMARY KEY, title text NOT NULL)');
    expect(await project.pull('--check')).toMatchObject({
      code: 1,
      out: `${project.file} does not exist. To write it, run the command without --check.`,
    });
    expect(existsSync(project.file)).toBe(false);
    await project.pull();
    const text = await project.read();

    const other = text.replace('export const notes', '// Mine.\nexport const notes');
    await writeFile(project.file, other);
    expect(await project.pull()).toMatchObject({
      code: 0,
      out: `${project.file} matches the database, although it is written differently. Nothing was changed.`,
    });

    const edited = other.replace('text().notNull()', 'text()');
    await writeFile(project.file, edited);
    await project.run('CREATE TABLE more (id serial PRIMARY KEY)');
    const differs = {
      code: 1,
      out: [
        `The database differs from ${project.file}:`,
        '  different: column public.notes.title (notNull: true, expected false)',
        '  unexpected: table public.more',
        'Nothing was written. Edit the file, or overwrite it with --force.',
      ].join('\n'),
    };
    expect(await project.pull()).toMatchObject(differs);
    expect(await project.pull('--check')).toMatchObject(differs);
    expect(await project.pull('--force', '--check')).toMatchObject(differs);
    expect(JSON.parse((await project.pull('--json')).out)).toMatchObject({
      written: [],
      differences: [{ object: 'public.notes.title' }, { object: 'public.more' }],
    });
    expect(await project.read()).toBe(edited);

    expect(await project.pull('--force')).toMatchObject({ code: 0, out: `Wrote ${project.file}.` });
    expect(await project.read()).toContain("table(\n  'more'");
    expect(await project.pull('--check')).toMatchObject({ code: 0 });
  });
});

test('what needs a table, and is needed by a part of it, comes between them', async () => {
  await using project = await openPullProject();
  await project.run(
    `CREATE TYPE mood AS ENUM ('glad', 'sad');
     CREATE TABLE notes (id serial PRIMARY KEY, mood mood NOT NULL);
     CREATE FUNCTION is_glad(note notes) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT note.mood = 'glad' $$;
     CREATE INDEX glad ON notes (is_glad(notes));
     CREATE INDEX moods ON notes (mood);
     ALTER TABLE notes ADD CHECK (is_glad(notes))`,
  );
  expect(await project.pull()).toMatchObject({ code: 0, err: '' });
  const text = await project.read();
  const places = ['pgEnum(', "'notes'", "index('moods')", 'FUNCTION public.is_glad', 'INDEX glad'];
  expect(places.map((place) => text.indexOf(place)).toSorted((a, b) => a - b)).toEqual(
    places.map((place) => text.indexOf(place)),
  );
});

test('only the schemas that are asked for are pulled', async () => {
  await using project = await openPullProject();
  await project.run(
    `CREATE SCHEMA sales; CREATE SCHEMA stock;
     CREATE TABLE stock.items (id integer PRIMARY KEY);
     CREATE TABLE sales.lines (id integer PRIMARY KEY, item integer REFERENCES stock.items)`,
  );
  expect(await project.pull('--schemas', 'sales,stok')).toMatchObject({
    code: 1,
    err: "error: --schemas: found 'stok', expected sales or stock [unknown-schema]",
  });
  expect(await project.pull('--schemas', 'sales')).toEqual({
    code: 1,
    out: `Wrote ${project.file}.`,
    err: [
      `note: ${project.file} does not work in an empty database:`,
      'PostgreSQL rejects a statement of the schema: schema "stock" does not exist',
      '  ALTER TABLE "sales"."lines" ADD CONSTRAINT "lines_item_fkey" FOREIGN KEY (item) REFERENCES stock.items(id)',
      'Add the schemas that it needs to --schemas.',
    ].join('\n'),
  });
  expect(await project.pull('--schemas', 'stock', '--force')).toMatchObject({ code: 0 });
  expect(await project.read()).not.toContain('sales');
});

test('what belongs to another schema is left out with it', async () => {
  await using project = await openPullProject();
  await project.run(
    `CREATE ROLE pulled_owner; CREATE SCHEMA sales; CREATE SCHEMA stock;
     GRANT USAGE ON SCHEMA sales TO pulled_owner;
     CREATE TABLE sales.lines (id integer PRIMARY KEY);
     CREATE FUNCTION stock.on_ddl() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$;
     CREATE EVENT TRIGGER pulled_ddl ON ddl_command_end EXECUTE FUNCTION stock.on_ddl();
     ALTER DEFAULT PRIVILEGES FOR ROLE pulled_owner IN SCHEMA stock GRANT SELECT ON TABLES TO PUBLIC;
     ALTER DEFAULT PRIVILEGES IN SCHEMA stock GRANT SELECT ON TABLES TO pulled_owner;
     ALTER DEFAULT PRIVILEGES IN SCHEMA sales GRANT SELECT ON TABLES TO pulled_owner;
     ALTER DEFAULT PRIVILEGES IN SCHEMA sales GRANT USAGE ON SEQUENCES TO pulled_owner`,
  );
  const { code, err } = await project.pull('--schemas', 'sales');
  expect(code).toBe(0);
  expect(err.match(/default privileges.*/g)).toEqual([
    'default privileges of postgres: the file cannot contain it [not-pulled]',
  ]);
  expect(await project.read()).not.toContain('stock');
  expect((await project.pull('--force')).code).toBe(0);
  expect(await project.read()).toContain('CREATE EVENT TRIGGER');
});

test('what a file cannot hold is named', async () => {
  await using project = await openPullProject();
  await project.run(
    `CREATE ROLE pulled_reader BYPASSRLS; GRANT pg_monitor TO pulled_reader; COMMENT ON ROLE pulled_reader IS 'x'; CREATE TABLE notes (id integer PRIMARY KEY, a integer, b integer);
     GRANT SELECT ON notes TO pulled_reader; CREATE STATISTICS linked ON a, b FROM notes;
     CREATE OPERATOR @@@ (LEFTARG = integer, RIGHTARG = integer, FUNCTION = int4pl)`,
  );
  const { code, err } = await project.pull();
  await project.run('DROP OWNED BY pulled_reader; DROP ROLE pulled_reader');
  expect({ code, err }).toEqual({
    code: 0,
    err: [
      'note: role pulled_reader: the file does not contain its BYPASSRLS, comment, membership in pg_monitor [not-pulled]',
      '  Set this for the role on each server.',
      'note: operator public.@@@(integer,integer): the file cannot contain it [not-pulled]',
      '  Pass its SQL to raw().',
      'note: statistics object public.linked: the file cannot contain it [not-pulled]',
      '  Pass its SQL to raw().',
    ].join('\n'),
  });
});

test("a user mapping of a role that is not the file's stays where it is", async () => {
  await using project = await openPullProject();
  await project.run(
    `CREATE TABLE notes (id integer PRIMARY KEY);
     CREATE FOREIGN DATA WRAPPER remote; CREATE SERVER elsewhere FOREIGN DATA WRAPPER remote;
     CREATE USER MAPPING FOR CURRENT_USER SERVER elsewhere OPTIONS (password 'secret')`,
  );
  const { code, err } = await project.pull();
  expect(code).toBe(0);
  expect(err).toMatch(
    /^note: user mapping elsewhere\.\w+: the file cannot contain it \[not-pulled\]\n.*\.$/,
  );
  expect(await project.read()).not.toContain('USER MAPPING');
});

test('a subscription stays where it is', async () => {
  await using project = await openPullProject();
  await project.run(
    `CREATE TABLE notes (id integer PRIMARY KEY);
     CREATE SUBSCRIPTION pulled_news CONNECTION 'host=nowhere' PUBLICATION news WITH (connect = false);
     ALTER SUBSCRIPTION pulled_news SET (slot_name = NONE)`,
  );
  try {
    expect(await project.pull()).toEqual({
      code: 0,
      out: `Wrote ${project.file}.`,
      err: [
        'note: subscription pulled_news: the file cannot contain it [not-pulled]',
        '  Create it on each server that needs it.',
      ].join('\n'),
    });
    expect(await project.read()).not.toContain('SUBSCRIPTION');
    expect(await project.pull('--check')).toMatchObject({ code: 0 });
  } finally {
    await project.run('DROP SUBSCRIPTION pulled_news');
  }
});

test('a user who may make no database gets a file that was not tried', async () => {
  await using project = await openPullProject();
  await project.run(
    'CREATE ROLE pulled_plain; CREATE TABLE notes (id integer PRIMARY KEY); GRANT SELECT ON notes TO pulled_plain',
  );
  const url = new URL(project.url);
  url.searchParams.set('options', '-c role=pulled_plain');
  const pulled = await project.schema('pull', '--database-url', url.href, '--out', project.file);
  await project.run('DROP OWNED BY pulled_plain; DROP ROLE pulled_plain');
  expect(pulled).toMatchObject({ code: 0, out: `Wrote ${project.file}.` });
  expect(pulled.err).toContain(`note: ${project.file} was not checked:\n`);
});

test('no owner is named of what PostgreSQL makes with something else', async () => {
  await using project = await openPullProject();
  await project.run(
    `CREATE ROLE pulled_owner CREATEDB; GRANT CREATE ON SCHEMA public TO pulled_owner; SET ROLE pulled_owner;
       CREATE TYPE span AS RANGE (subtype = integer);
       CREATE TABLE notes (id serial PRIMARY KEY, n integer GENERATED ALWAYS AS IDENTITY, during span)`,
  );
  const url = new URL(project.url);
  url.searchParams.set('options', '-c role=pulled_owner');
  const pulled = await project.schema('pull', '--database-url', url.href, '--out', project.file);
  expect(pulled).toEqual({ code: 0, out: `Wrote ${project.file}.`, err: '' });
});

test("a scratch database that another user left behind is in nobody's way", async () => {
  await using project = await openPullProject();
  const database = new URL(project.url).pathname.slice(1);
  const own = createHash('sha256').update(database).digest('hex').slice(0, 8);
  await project.run('CREATE TABLE notes (id integer PRIMARY KEY)');
  await project.run('CREATE ROLE pulled_maker CREATEDB');
  await project.run(`CREATE DATABASE rowhouse_shadow_${own}_0123456789ab_0`);
  const url = new URL(project.url);
  url.searchParams.set('options', '-c role=pulled_maker');
  const pulled = await project.schema('pull', '--database-url', url.href, '--out', project.file);
  await project.run('DROP ROLE pulled_maker');
  expect(pulled).toEqual({
    code: 0,
    out: `Wrote ${project.file}.`,
    err: expect.stringMatching(/^note: owner [^\n]+\n.*$/) as string,
  });
  await project.run('CREATE TABLE more (id serial PRIMARY KEY)');
  await project.pull('--force');
  // Its owner takes it away.
  await project.run(`CREATE DATABASE rowhouse_shadow_${own}_0123456789ab_0`);
  await project.run(`DROP DATABASE rowhouse_shadow_${own}_0123456789ab_0`);
});

test('a virtual generated column becomes a stored one, and is named', async ({ skip }) => {
  await using project = await openPullProject();
  if ((await project.major()) < 18) skip('PostgreSQL 18 brings them');
  await project.run(
    'CREATE TABLE sums (id integer PRIMARY KEY, a integer, twice integer GENERATED ALWAYS AS (a * 2) VIRTUAL, thrice integer GENERATED ALWAYS AS (a * 3) STORED)',
  );
  expect(await project.pull()).toMatchObject({
    code: 0,
    err: expect.stringContaining(
      'virtual generated column public.sums.twice: the file cannot contain it [not-pulled]\n  Make it STORED.',
    ) as string,
  });
  expect(await project.read()).toContain('twice: integer().generatedAlwaysAs(sql`(a * 2)`),');
  const place = ['--database-url', project.url];
  await project.schema('generate', 'initial', ...place);
  expect(await project.schema('baseline', ...place)).toMatchObject({ code: 0 });
  expect(await project.schema('generate', 'more', ...place)).toMatchObject({
    out: 'Nothing has changed; no migration was written.',
  });
});

test('wrong options are refused', async () => {
  await using project = await openPullProject();
  expect(await project.schema('pull', '--out', project.file)).toMatchObject({
    code: 1,
    err: 'error: no database is set\n  Set --database-url or DATABASE_URL.',
  });
  expect(await project.pull('--out', 'tables.py')).toMatchObject({
    code: 1,
    err: expect.stringContaining('invalid-path') as string,
  });
  await symlink('/nowhere/tables.ts', project.file);
  expect(await project.pull()).toMatchObject({
    code: 1,
    err: expect.stringContaining('unwritable-file') as string,
  });
});
