import { expect, inject, test } from 'vitest';

import type { DesiredState } from '../../src/desired-state.js';
import {
  backfill,
  generate,
  parseExpression,
  parseRename,
  StepPipeline,
} from '../../src/migrations/index.js';
import { catalogText } from '../catalog-text.js';
import { described, openMigrationProject, type MigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

/** What PostgreSQL can attach to a column, here NAME. */
const ATTACHED = [
  `CREATE TABLE app.articles (id integer PRIMARY KEY, NAME text COLLATE "C" NOT NULL DEFAULT 'new', at integer)`,
  "COMMENT ON COLUMN app.articles.NAME IS 'What it is called.'",
  'GRANT SELECT (NAME), UPDATE (NAME) ON app.articles TO expand_role',
  "ALTER TABLE app.articles ADD CONSTRAINT not_empty CHECK (NAME <> '')",
  'ALTER TABLE app.articles ADD CONSTRAINT one_name UNIQUE (NAME) INCLUDE (at)',
  'CREATE INDEX by_name ON app.articles (at, lower(NAME)) WITH (fillfactor = 70)',
  "CREATE INDEX partly ON app.articles (at) WHERE NAME <> 'x'",
  "COMMENT ON INDEX app.by_name IS 'For the list.'",
  'CREATE VIEW app.names AS SELECT id, upper(NAME) AS shout FROM app.articles',
  'CREATE MATERIALIZED VIEW app.counted AS SELECT count(DISTINCT NAME) FROM app.articles',
  'CREATE FUNCTION app.touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.at := 7; RETURN NEW; END $$',
  'CREATE TRIGGER touch BEFORE UPDATE ON app.articles FOR EACH ROW WHEN (OLD.NAME IS DISTINCT FROM NEW.NAME) EXECUTE FUNCTION app.touch()',
  'ALTER TABLE app.articles ENABLE ROW LEVEL SECURITY',
  "CREATE POLICY shown ON app.articles USING (NAME <> 'hidden')",
  'CREATE PUBLICATION expand_publication FOR TABLE app.articles (id, NAME)',
];
/** What a rename carries, and a change of type does not. */
const ATTACHED_TO_RENAMED = [
  'ALTER TABLE app.articles REPLICA IDENTITY USING INDEX one_name',
  'CREATE TABLE app.notes (id integer PRIMARY KEY, article text COLLATE "C" REFERENCES app.articles (NAME) ON UPDATE CASCADE)',
  'ALTER TABLE app.articles ADD COLUMN length integer GENERATED ALWAYS AS (length(NAME) + 1) STORED',
];

const named = (statements: readonly string[], name: string) =>
  described(
    statements.map((statement) => statement.replaceAll('NAME', name)),
    { roles: ['expand_role'] },
  );

const CONVERSION = {
  up: ['app.articles.headline=title'],
  down: ['app.articles.title=headline'],
};

type Expressions = Partial<Record<'up' | 'down', readonly string[]>>;

const expand = (
  { url, directory }: MigrationProject,
  state: DesiredState,
  { up = [], down = [] }: Expressions = {},
) =>
  generate({
    ...{ directory, databaseUrl: url, name: 'expand', state, pipeline: new StepPipeline() },
    expand: true,
    renames: [parseRename('app.articles.title=headline')],
    up: up.map((option) => parseExpression('--up', option)),
    down: down.map((option) => parseExpression('--down', option)),
  });

const contract = ({ url, directory }: MigrationProject, state: DesiredState) =>
  generate({
    ...{ directory, databaseUrl: url, name: 'contract', state, pipeline: new StepPipeline() },
    contract: true,
  });

/** Without names that PostgreSQL made of the column's and does not change, and without numbers of columns. */
const catalogOf = async ({ query }: MigrationProject) => [
  ...(await catalogText(query)).filter(
    (line) => !/_not_null on |^attribute app\.one_name (?:title|headline)| prattrs: /.test(line),
  ),
  ...(
    await query<{ attnames: string }>('SELECT attnames FROM pg_publication_tables ORDER BY 1')
  ).map(({ attnames }) => `published: ${attnames}`),
];

test.each([
  ['a rename', [...ATTACHED, ...ATTACHED_TO_RENAMED], {}],
  ['a change of type', ATTACHED, CONVERSION],
])('what is attached to a column is there after %s, and after the way back', async (...row) => {
  const [, statements, expressions] = row;
  await using project = await openMigrationProject(server);
  await using fresh = await openMigrationProject(server);
  const after = named(statements, 'headline');
  await project.apply(named(statements, 'title'));
  const before = await catalogOf(project);
  await expand(project, after, expressions);
  await project.migrate();

  // Old code and new code have the same rights, and their queries the same plans.
  const both = await catalogOf(project);
  const columnLines = (name: string) =>
    both
      .filter((line) => line.startsWith(`attribute app.articles ${name} |`))
      .map((line) => line.replace(name, 'NAME'))
      .filter((line) => !/ (?:atthasdef|attnotnull): /.test(line));
  expect(columnLines('headline')).toEqual(columnLines('title'));
  expect(both.filter((line) => /^index app\.\w+_of_headline$/.test(line))).toHaveLength(3);

  await backfill({ directory: project.directory, databaseUrl: project.url });
  await contract(project, after);
  await project.migrate();
  await fresh.apply(after);
  expect(await catalogOf(project)).toEqual(await catalogOf(fresh));
  await project.rollback(2);
  expect(await catalogOf(project)).toEqual(before);
});

const bare = (name: string, column: string, more: readonly string[] = []) =>
  named(
    [
      'CREATE DOMAIN app.code AS text DEFAULT $$x$$',
      'CREATE DOMAIN app.filled AS text CHECK (VALUE IS NOT NULL)',
    ].concat(
      `CREATE TABLE app.articles (id integer PRIMARY KEY, ${column}, at integer)`,
      'CREATE FUNCTION app.touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
      more,
    ),
    name,
  );

test.each([
  [
    'a trigger that updates of the new column would not start',
    'NAME text',
    'CREATE TRIGGER touch AFTER UPDATE OF at, NAME ON app.articles FOR EACH ROW EXECUTE FUNCTION app.touch()',
    "column app.articles.title: trigger 'touch' runs on UPDATE OF this column, so it would not run for new code, which updates the new column [unexpandable]",
  ],
  [
    'tables that inherit the column',
    'NAME text',
    'CREATE TABLE app.drafts () INHERITS (app.articles)',
    'column app.articles.title: is inherited by other tables, whose rows the triggers of this table do not change [unexpandable]',
  ],
  [
    'a domain with a default',
    'NAME app.code',
    '',
    'column app.articles.title: has the type app.code, which has a default, so a given value cannot be told from the default [unexpandable]',
  ],
  [
    'a domain without NULL',
    'NAME app.filled',
    '',
    'column app.articles.title: has the type app.filled, which does not allow NULL, so old code could not omit the column [unexpandable]',
  ],
])('a column with %s is refused', async (_hindrance, column, statement, message) => {
  await using project = await openMigrationProject(server);
  const more = statement ? [statement] : [];
  await project.apply(bare('title', column, more));
  await expect(expand(project, bare('headline', column, more))).rejects.toThrow(message);
  expect(await project.migrations()).toHaveLength(1);
});

test('what refers to a column is refused if its type changes', async () => {
  await using project = await openMigrationProject(server);
  const all = [...ATTACHED, ...ATTACHED_TO_RENAMED];
  await project.apply(named(all, 'title'));
  const refusal = await expand(project, named(all, 'headline'), CONVERSION).catch(String);
  for (const part of [
    'drop constraint notes_article_fkey on app.notes',
    'column app.articles.length',
  ]) {
    expect(refusal).toContain(part);
  }
  const identity = [...ATTACHED, ATTACHED_TO_RENAMED[0]!];
  await project.apply(named(identity, 'title'), { allowDataLoss: true });
  await expect(expand(project, named(identity, 'headline'), CONVERSION)).rejects.toThrow(
    'column app.articles.title: is in the index of the REPLICA IDENTITY of the table [unexpandable]',
  );
});

test('raw SQL that names a column is not left behind', async () => {
  await using project = await openMigrationProject(server);
  const statistics = (name: string) => ({
    ...bare(name, 'NAME text'),
    raw: [
      {
        name: 'article statistics',
        up: `CREATE STATISTICS app.together ON ${name}, at FROM app.articles`,
        down: 'DROP STATISTICS app.together',
      },
    ],
  });
  await project.apply(statistics('title'));
  for (const expressions of [{}, CONVERSION]) {
    await expect(expand(project, statistics('headline'), expressions)).rejects.toThrow(
      'drop raw SQL article statistics: ',
    );
  }
});

test.each([
  ['a rename', {}],
  ['a change of type', CONVERSION],
])('values of a deferrable key are swapped by old and new code during %s', async (...row) => {
  const [, expressions] = row;
  await using project = await openMigrationProject(server);
  const key = ['ALTER TABLE app.articles ADD CONSTRAINT one_NAME UNIQUE (NAME) DEFERRABLE'];
  const after = bare('headline', 'NAME integer NOT NULL', key);
  await project.apply(bare('title', 'NAME integer NOT NULL', key));
  await project.query('INSERT INTO app.articles (id, title) VALUES (1, 1), (2, 2)');
  await expand(project, after, expressions);
  await project.migrate();
  await backfill({ directory: project.directory, databaseUrl: project.url });
  await project.query('UPDATE app.articles SET title = 3 - title');
  await project.query('UPDATE app.articles SET headline = 3 - headline');
  await project.query('UPDATE app.articles SET headline = 3 - headline');
  await contract(project, after);
  await project.migrate();
  await project.query('UPDATE app.articles SET headline = 3 - headline');
  expect(await project.query('SELECT id, headline FROM app.articles ORDER BY id')).toEqual([
    { id: 1, headline: 1 },
    { id: 2, headline: 2 },
  ]);
  await project.rollback(2);
});

test.each(['GENERATED BY DEFAULT AS IDENTITY', 'GENERATED ALWAYS AS IDENTITY', 'serial'])(
  'a primary key that is %s has two names for a while',
  async (numbering) => {
    await using project = await openMigrationProject(server);
    const type = numbering === 'serial' ? numbering : `integer ${numbering}`;
    const key = (name: string) =>
      named([`CREATE TABLE app.articles (NAME ${type} PRIMARY KEY, at integer)`], name);
    await project.apply(key('title'));
    await project.query('INSERT INTO app.articles (at) VALUES (1)');
    await expand(project, key('headline'));
    await project.migrate();
    await backfill({ directory: project.directory, databaseUrl: project.url });
    expect(
      await project.query('INSERT INTO app.articles (at) VALUES (2) RETURNING title, headline'),
    ).toEqual([{ title: 2, headline: 2 }]);
    await project.query(
      'INSERT INTO app.articles (headline, at) VALUES (2, 3) ON CONFLICT (headline) DO UPDATE SET at = 4',
    );
    await contract(project, key('headline'));
    await project.migrate();
    expect(await project.query('SELECT headline, at FROM app.articles ORDER BY 1')).toEqual([
      { headline: 1, at: 1 },
      { headline: 2, at: 4 },
    ]);
    const [row] = await project.query<{ headline: number }>(
      'INSERT INTO app.articles (at) VALUES (5) RETURNING headline',
    );
    expect(row!.headline).toBeGreaterThan(2);
    await project.rollback(2);
  },
);
