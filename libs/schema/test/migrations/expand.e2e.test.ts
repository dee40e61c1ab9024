import pg from 'pg';
import { expect, inject, test } from 'vitest';

import type { DesiredState } from '../../src/desired-state.js';
import { backfill, generate, parseRename, StepPipeline } from '../../src/migrations/index.js';
import { directory, onDatabase, project, schema, withProject } from './command.js';
import {
  described,
  NO_DRIFT,
  openMigrationProject,
  type MigrationProject,
} from './migration-project.js';

const server = inject('postgresUrl');

/** Articles whose column has this name. */
const articles = (name: string, type = "text NOT NULL DEFAULT 'new'", more: string[] = []) =>
  described([
    `CREATE TABLE app.articles (id integer PRIMARY KEY, ${name} ${type}, at integer DEFAULT 0)`,
    ...more.map((statement) => statement.replaceAll('NAME', name)),
  ]);

const half = (
  { url, directory: folder }: MigrationProject,
  state: DesiredState,
  more: { expand?: true; contract?: true; renames?: readonly string[] },
) =>
  generate({
    directory: folder,
    databaseUrl: url,
    name: more.expand ? 'expand' : 'contract',
    state,
    pipeline: new StepPipeline(),
    ...more,
    renames: (more.renames ?? []).map(parseRename),
  });

const RENAME = { expand: true, renames: ['app.articles.title=headline'] } as const;

const fill = ({ url, directory: folder }: MigrationProject, more: object = {}) =>
  backfill({ directory: folder, databaseUrl: url, ...more });

const rowsOf = (project: MigrationProject) =>
  project.query('SELECT * FROM app.articles ORDER BY id');

test('both names work until the second half, and both ways back do', async () => {
  const more = [
    'CREATE UNIQUE INDEX by_name ON app.articles (NAME)',
    "CREATE INDEX partly ON app.articles (lower(NAME)) WHERE NAME <> 'x'",
    'CREATE VIEW app.names AS SELECT id, NAME FROM app.articles',
    'GRANT SELECT (NAME) ON app.articles TO PUBLIC',
  ];
  const [before, after] = [
    articles('title', undefined, more),
    articles('headline', undefined, more),
  ];
  await using project = await openMigrationProject(server);
  await project.apply(before);
  await project.query(
    "INSERT INTO app.articles (id, title) SELECT n, 'old ' || n FROM generate_series(1, 100) n",
  );

  const { id } = (await half(project, after, RENAME))!;
  expect(await project.script(id, 'up.sql')).toContain('CREATE UNIQUE INDEX CONCURRENTLY');
  await project.migrate();
  expect(await project.check(after)).toEqual(NO_DRIFT);
  await expect(project.generate(after)).rejects.toThrow(
    "column app.articles.title: is being replaced by 'headline', since --expand [expanded-column]",
  );

  await project.query("UPDATE app.articles SET title = 'by old' WHERE id = 1");
  await project.query("INSERT INTO app.articles (id, title) VALUES (101, 'by old 101')");
  await project.query("INSERT INTO app.articles (id, headline) VALUES (102, 'by new 102')");
  await project.query("UPDATE app.articles SET headline = 'by new' WHERE id = 2");
  await project.query('INSERT INTO app.articles (id) VALUES (103)');
  expect(await fill(project, { batch: 7 })).toEqual([
    { column: 'app.articles.headline', rows: 98 },
  ]);
  expect(await fill(project)).toEqual([{ column: 'app.articles.headline', rows: 0 }]);
  const rows = await rowsOf(project);
  expect(rows.filter(({ title, headline }) => title !== headline)).toEqual([]);
  expect([rows[0], rows[1], rows[2], ...rows.slice(-3)].map((row) => row!['headline'])).toEqual([
    ...['by old', 'by new', 'old 3', 'by old 101', 'by new 102', 'new'],
  ]);
  await project.query(
    "INSERT INTO app.articles (id, headline) VALUES (9, 'by new') ON CONFLICT (headline) DO UPDATE SET at = 5",
  );

  await project.rollback();
  expect(await project.query('SELECT id, title, at FROM app.articles WHERE at = 5')).toEqual([
    { id: 2, title: 'by new', at: 5 },
  ]);
  await project.migrate();
  await fill(project);
  await half(project, after, { contract: true });
  await project.migrate();
  expect(await project.check(after)).toEqual(NO_DRIFT);
  expect((await rowsOf(project)).map(({ headline }) => headline as unknown)).toEqual(
    rows.map(({ headline }) => headline as unknown),
  );
  expect(
    await project.query("SELECT indexname FROM pg_indexes WHERE tablename = 'articles' ORDER BY 1"),
  ).toEqual([{ indexname: 'articles_pkey' }, { indexname: 'by_name' }, { indexname: 'partly' }]);

  await project.rollback();
  const again = await rowsOf(project);
  expect(again.map(({ title }) => title as unknown)).toEqual(
    again.map(({ headline }) => headline as unknown),
  );
  await project.query("UPDATE app.articles SET title = 'last' WHERE id = 1");
  expect((await rowsOf(project))[0]).toMatchObject({ title: 'last', headline: 'last' });
  await project.rollback();
  await project.rollback();
});

test.each([
  ["text DEFAULT 'new'", 'new'],
  ['text', null],
  ['numeric(10, 2) DEFAULT 0', '0.00'],
  ["varchar(20) NOT NULL DEFAULT 'it''s'", "it's"],
])('who leaves a column of type %s out is told from who writes NULL', async (type, value) => {
  await using project = await openMigrationProject(server);
  await project.apply(articles('title', type));
  await half(project, articles('headline', type), RENAME);
  await project.migrate();
  const written = async (columns: string, values: string) => {
    await project.query(`INSERT INTO app.articles (${columns}) VALUES (${values})`);
    const [row] = await project.query('DELETE FROM app.articles RETURNING title, headline');
    expect(row!['title']).toBe(row!['headline']);
    return row!['title'] as unknown;
  };
  expect(await written('id', '1')).toBe(value);
  for (const column of ['title', 'headline']) {
    expect(await written(`id, ${column}`, "1, '7'")).toMatch(/^7/);
    if (type.includes('NOT NULL')) continue;
    expect(await written(`id, ${column}`, '1, NULL')).toBeNull();
    await project.query("INSERT INTO app.articles (id, title) VALUES (1, '7')");
    await project.query(`UPDATE app.articles SET ${column} = NULL`);
    expect(await rowsOf(project)).toMatchObject([{ title: null, headline: null }]);
    await project.query('DELETE FROM app.articles');
  }
});

test("the table's own triggers see what new code writes, and what they make of it counts", async () => {
  const more = [
    `CREATE FUNCTION app.trim_name() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN NEW.NAME := btrim(NEW.NAME); RETURN NEW; END $$`,
    'CREATE TRIGGER trim_name BEFORE INSERT OR UPDATE ON app.articles FOR EACH ROW EXECUTE FUNCTION app.trim_name()',
  ];
  await using project = await openMigrationProject(server);
  await project.apply(articles('title', 'text', more));
  await half(project, articles('headline', 'text', more), RENAME);
  await project.migrate();
  await project.query("INSERT INTO app.articles (id, headline) VALUES (1, '  a ')");
  await project.query("INSERT INTO app.articles (id, title) VALUES (2, '  b ')");
  expect(await rowsOf(project)).toMatchObject([
    { title: 'a', headline: 'a' },
    { title: 'b', headline: 'b' },
  ]);
});

test('a composite value with an empty field is a value', async () => {
  const state = (name: string) =>
    described([
      'CREATE TYPE app.pair AS (a integer, b integer)',
      `CREATE TABLE app.articles (id integer PRIMARY KEY, ${name} app.pair)`,
    ]);
  await using project = await openMigrationProject(server);
  await project.apply(state('title'));
  await half(project, state('headline'), RENAME);
  await project.migrate();
  await project.query("INSERT INTO app.articles (id, headline) VALUES (1, '(1,)')");
  expect(await rowsOf(project)).toMatchObject([{ title: '(1,)', headline: '(1,)' }]);
});

test('a row that somebody holds is waited for, and the rest is filled meanwhile', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(articles('title', 'text'));
  await project.query("INSERT INTO app.articles SELECT n, 'old' FROM generate_series(1, 50) n");
  await half(project, articles('headline', 'text'), RENAME);
  await project.migrate();
  const holder = new pg.Client(project.url);
  await holder.connect();
  await holder.query("BEGIN; UPDATE app.articles SET title = 'held' WHERE id = 25");
  const filling = fill(project);
  while ((await project.query('SELECT FROM app.articles WHERE headline IS NULL')).length > 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await holder.query('COMMIT');
  await holder.end();
  await filling;
  const rows = await rowsOf(project);
  expect(rows.map(({ title, headline }) => [title, headline] as unknown)).toEqual(
    rows.map(({ id }) => (id === 25 ? ['held', 'held'] : ['old', 'old'])),
  );
});

test('several columns of a table, with an index on all of them', async () => {
  const pairs = (one: string, other: string) =>
    described([
      `CREATE TABLE app.articles (id integer PRIMARY KEY, ${one} text NOT NULL, ${other} text[] NOT NULL)`,
      `CREATE INDEX by_all ON app.articles (${one}, ${other})`,
      `CREATE UNIQUE INDEX by_name ON app.articles (${one}, id)`,
    ]);
  const [before, after] = [pairs('title', 'tags'), pairs('headline', 'labels')];
  await using project = await openMigrationProject(server);
  await project.apply(before);
  await project.query("INSERT INTO app.articles VALUES (1, 'a', '{x}'), (2, 'b', '{y}')");
  const renames = ['app.articles.title=headline', 'app.articles.tags=labels'];
  await half(project, after, { expand: true, renames });
  await project.migrate();
  await fill(project);
  await project.query("UPDATE app.articles SET title = 'old', labels = '{new}' WHERE id = 1");
  const both = await rowsOf(project);
  expect(both).toMatchObject([
    { title: 'old', headline: 'old', tags: ['new'], labels: ['new'] },
    { title: 'b', headline: 'b', tags: ['y'], labels: ['y'] },
  ]);
  await half(project, after, { contract: true });
  await project.migrate();
  expect(await project.check(after)).toEqual(NO_DRIFT);
  await project.rollback();
  expect(await rowsOf(project)).toEqual(both);
  await project.rollback();
  expect(await project.query('SELECT title, tags FROM app.articles ORDER BY id')).toEqual([
    { title: 'old', tags: ['new'] },
    { title: 'b', tags: ['y'] },
  ]);
});

test('a column of a partitioned table', async () => {
  const parted = (name: string) =>
    described([
      `CREATE TABLE app.articles (id integer PRIMARY KEY, ${name} text) PARTITION BY RANGE (id)`,
      'CREATE TABLE app.low PARTITION OF app.articles FOR VALUES FROM (0) TO (100)',
      'CREATE TABLE app.high PARTITION OF app.articles FOR VALUES FROM (100) TO (200)',
      `CREATE INDEX by_name ON app.articles (${name})`,
    ]);
  await using project = await openMigrationProject(server);
  await project.apply(parted('title'));
  await project.query("INSERT INTO app.articles SELECT n, 't' FROM generate_series(50, 149) n");
  await half(project, parted('headline'), RENAME);
  await project.migrate();
  expect(await fill(project)).toMatchObject([{ rows: 100 }]);
  await project.query("INSERT INTO app.articles (id, headline) VALUES (150, 't')");
  await half(project, parted('headline'), { contract: true });
  await project.migrate();
  expect(await project.check(parted('headline'))).toEqual(NO_DRIFT);
  expect(await project.query("SELECT FROM app.articles WHERE headline = 't'")).toHaveLength(101);
});

test('what cannot have two names is refused, and so is what changes more', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(articles('title', 'timestamptz DEFAULT clock_timestamp()'));
  const refused = (state: DesiredState, renames: readonly string[] = RENAME.renames) =>
    expect(half(project, state, { expand: true, renames })).rejects;
  await refused(articles('headline', 'timestamptz DEFAULT clock_timestamp()')).toThrow(
    'column app.articles.title: can be NULL and has the default clock_timestamp(), so a given value cannot be told from the default [unexpandable]',
  );
  await refused(articles('headline', 'timestamptz NOT NULL')).toThrow('[other-changes]');
  await refused(articles('title'), []).toThrow(
    "--expand: missing, expected the rename of a column, such as '--rename blog.articles.title=headline' [unexpandable]",
  );
  await refused(articles('title'), ['app.articles=posts']).toThrow("found 'app.articles'");
  await expect(half(project, articles('title'), { contract: true })).rejects.toThrow(
    '--contract: no column was added with --expand [nothing-expanded]',
  );
  expect(await project.migrations()).toHaveLength(1);
});

withProject();

test('schema generate --expand, backfill and --contract; a REST view has one name at a time', async () => {
  await schema('generate', 'first', ...onDatabase());
  await schema('migrate', ...onDatabase());
  const client = new pg.Client(onDatabase()[1]);
  await client.connect();
  await client.query("INSERT INTO api.articles (title) VALUES ('one')");
  await project("headline: text().notNull().default('new')");
  const rename = ['--rename', 'blog.articles.title=headline'];
  const expanded = await schema('generate', 'rename', ...rename, '--expand', ...onDatabase());
  expect(expanded).toMatchObject({ code: 0 });
  expect(expanded.out).toMatch(/^Wrote \d+_rename:\n {2}create column blog\.articles\.headline\n/);
  expect(expanded.err).toContain('note: next: `schema migrate`, `schema backfill`, deploy');
  await schema('migrate', ...onDatabase());
  expect(await schema('backfill', ...onDatabase())).toEqual({
    code: 0,
    out: 'blog.articles.headline: 1 rows filled',
    err: '',
  });
  await client.query("INSERT INTO api.articles (title) VALUES ('two')");
  const { code, out, err } = await schema('generate', 'end', '--contract', ...onDatabase());
  expect({ code, out: out.split('\n').slice(1) }).toMatchObject({
    code: 0,
    out: expect.arrayContaining([
      '  drop column blog.articles.headline',
      '  rename column blog.articles.title to headline',
    ]) as string[],
  });
  // No code uses the old name any more; clients of the API may.
  const found = await schema('lint');
  expect([err, found.out].join('\n')).not.toMatch(/breaking-(change|write)/);
  expect(found.out).toContain('breaking-client');
  await schema('migrate', ...onDatabase());
  expect(await schema('check', ...onDatabase())).toMatchObject({ code: 0 });
  expect((await client.query('SELECT headline FROM api.articles ORDER BY 1')).rows).toEqual([
    { headline: 'one' },
    { headline: 'two' },
  ]);
  await client.end();
  expect((await schema('backfill', ...onDatabase())).out).toBe(
    'There is nothing to fill: no column was added with --expand.',
  );
  expect(directory).not.toBe('');
});
