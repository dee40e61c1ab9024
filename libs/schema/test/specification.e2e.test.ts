import {
  configureMetadata,
  desiredState,
  Extension,
  Metadata,
  migrationHook,
  registerCliCommands,
  restConfig,
  RestExtension,
  restView,
  SchemaConfig,
  SchemaValidationError,
  schemaView,
  select,
  table,
  type Plugin,
} from '@rowhouse/schema';
import { Command } from 'commander';
import { eq, sql } from 'drizzle-orm';
import { integer, text } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { StepPipeline } from '../src/migrations/index.js';
import { columnNames } from './column-names.js';
import { createProject, type Project } from './project.js';
import { firstRow, refusal } from './rest/queries.js';
import { SERVERS, type TestServer } from './rest/servers.js';
import { buildDatabase, type TestDatabase } from './rest/test-database.js';

/** A sentence of the specification, and what shows that it holds. */
type Row = readonly [sentence: string, holds: () => void | Promise<void>];

const rows = (list: readonly Row[]) => test.each(list)('%s', (_, holds) => holds());

class Audit extends Extension {
  override readonly name = 'audit';
}
class Needing extends Extension {
  static override readonly dependsOn: readonly string[] = ['audit'];
  override readonly name = 'needing';
}
const manual = () => new SchemaConfig({ autoDiscover: false });
const namesOf = (config: SchemaConfig) => config.extensions().map(({ name }) => name);
const adding = (name: string): Plugin => ({ name, run: () => ({ [name]: integer() }) });

const projects: Project[] = [];
afterEach(() => Promise.all(projects.splice(0).map((project) => project.remove())));

/** A config whose project depends on a package that brings the extension `audit`. */
async function installed(options = {}): Promise<SchemaConfig> {
  const project = await createProject({
    'package.json': { dependencies: { brought: '1' } },
    'node_modules/brought/package.json': {
      name: 'brought',
      schema: { extensions: { audit: './index.cjs#Audit' } },
    },
    'node_modules/brought/index.cjs': `exports.Audit = class { name = 'audit'; plugins() { return []; }
      configureMetadata() {} configureMigrations() {} registerCli() {} validate() {} };`,
  });
  projects.push(project);
  return new SchemaConfig({ projectRoot: project.root, ...options });
}

/** Calls of a hook, with their arguments. */
function recording(hook: 'configureMetadata' | 'configureMigrations' | 'registerCli' | 'validate') {
  const calls: unknown[] = [];
  const extension = Object.assign(new Audit(), { [hook]: (first: unknown) => calls.push(first) });
  return { config: manual().use(extension), calls };
}

describe('registration and discovery', () => {
  rows([
    [
      'use() registers an extension, and a config with it is passed to factories',
      () => {
        const extension = Object.assign(new Audit(), { plugins: () => [adding('audited')] });
        const config = manual().use(extension);
        const made = table('t', {}, { metadata: new Metadata(), config });
        expect(columnNames(made)).toEqual(['id', 'audited']);
      },
    ],
    [
      'the config is passed to what configures the metadata, which runs the hooks',
      () => {
        const { config, calls } = recording('configureMetadata');
        const metadata = new Metadata();
        configureMetadata(metadata, config);
        expect(calls).toEqual([metadata]);
      },
    ],
    [
      'an entry of a package maps a name to a module and a class',
      async () => {
        expect((await installed()).extensions()).toMatchObject([
          { name: 'audit', package: 'brought', origin: 'discovered' },
        ]);
      },
    ],
    [
      'discovered extensions are loaded by themselves, unless autoDiscover is false',
      async () => {
        expect(namesOf(await installed())).toEqual(['audit']);
        expect(namesOf(await installed({ autoDiscover: false }))).toEqual([]);
      },
    ],
    [
      'a registered extension takes precedence over a discovered one of its name',
      async () => {
        const own = new Audit();
        expect((await installed()).use(own).extensions()).toMatchObject([
          { extension: own, origin: 'manual' },
        ]);
      },
    ],
    [
      'an extension has a name, and may declare the names that it depends on',
      () => {
        expect(manual().use(new Audit()).use(new Needing()).extensions()).toMatchObject([
          { name: 'audit', dependsOn: [] },
          { name: 'needing', dependsOn: ['audit'] },
        ]);
      },
    ],
    [
      'a dependency that is not registered is a SchemaValidationError',
      () => {
        expect(() => manual().use(new Needing()).extensions()).toThrow(SchemaValidationError);
      },
    ],
  ]);
});

describe('hooks', () => {
  rows([
    [
      'all five do nothing by default',
      () => {
        const config = manual().use(new Audit());
        const metadata = new Metadata();
        expect(config.plugins()).toEqual([]);
        const before = desiredState(metadata, manual());
        expect(desiredState(metadata, config)).toEqual(before);
        const pipeline = new StepPipeline();
        migrationHook(config, pipeline);
        expect(pipeline.owners).toEqual([]);
        const program = new Command();
        registerCliCommands(program, { config, metadata });
        expect(program.commands).toEqual([]);
      },
    ],
    [
      'plugins() come before those of every factory',
      () => {
        const extension = Object.assign(new Audit(), { plugins: () => [adding('first')] });
        const config = new SchemaConfig({ autoDiscover: false, plugins: [adding('second')] });
        const made = table(
          't',
          {},
          { metadata: new Metadata(), config: config.use(extension), plugins: [adding('third')] },
        );
        expect(columnNames(made)).toEqual(['id', 'first', 'second', 'third']);
      },
    ],
    [
      'configureMetadata() registers roles, grants and schemas',
      () => {
        const extension = Object.assign(new Audit(), {
          configureMetadata: (metadata: Metadata) => {
            metadata.registerSchema('audit').registerRole({ name: 'auditor' });
            metadata.registerGrant({
              on: { kind: 'schema', name: 'audit' },
              privileges: ['usage'],
              to: 'auditor',
            });
          },
        });
        const { schemas, roles, statements } = desiredState(
          new Metadata(),
          manual().use(extension),
        );
        expect([schemas, roles]).toEqual([['audit'], ['auditor']]);
        expect(statements).toContain('GRANT USAGE ON SCHEMA "audit" TO "auditor"');
      },
    ],
    [
      'configureMigrations() registers renderers and rewriters',
      () => {
        const { config, calls } = recording('configureMigrations');
        const pipeline = new StepPipeline();
        migrationHook(config, pipeline);
        expect(calls).toEqual([pipeline]);
      },
    ],
    [
      'registerCli() adds subcommands when the command starts',
      () => {
        const { config, calls } = recording('registerCli');
        const program = new Command();
        registerCliCommands(program, { config, metadata: new Metadata() });
        expect(calls).toEqual([program]);
      },
    ],
    [
      'validate() gets the names of all extensions, after they are loaded',
      () => {
        const { config, calls } = recording('validate');
        config.use(new Needing()).extensions();
        expect(calls).toEqual([new Set(['audit', 'needing'])]);
      },
    ],
  ]);
});

const ALL = ['select', 'insert', 'update', 'delete'] as const;

/** A table of articles, and REST views of it. */
function newBlog() {
  const metadata = new Metadata();
  const config = manual().use(new RestExtension());
  const articles = table(
    'articles',
    {
      title: text().notNull(),
      secret: text().default('hidden'),
      loud: text().generatedAlwaysAs(sql`upper(title)`),
    },
    { metadata, config, schema: 'blog' },
  );
  restView(articles);
  restView(articles, { name: 'adding', grants: ['select', 'insert'] });
  restView(articles, { name: 'writing', grants: ALL });
  restView(articles, { name: 'titles', columns: ['id', 'title'], grants: ALL });
  restView(articles, { name: 'open', excludeColumns: ['secret'] });
  restView(articles, { name: 'elsewhere', schema: 'api_v2' });
  const lengths = schemaView('lengths', {
    metadata,
    schema: 'blog',
    query: (builder) =>
      builder
        .select({ id: articles.table.id, length: sql<number>`length(title)`.as('length') })
        .from(articles.table),
  });
  restView(articles, {
    name: 'measured',
    grants: ALL,
    query: (_base, source) =>
      select({ id: source.id, title: source.title, length: lengths.table.length })
        .from(source)
        .innerJoin(lengths.table, eq(lengths.table.id, source.id)),
  });
  restView(articles, {
    name: 'filtered',
    columns: ['id', 'title'],
    query: (base, source) => base.where(eq(source.title, 'Second')),
  });
  return { metadata, config, articles };
}

describe.each(SERVERS)('REST views on %s', (_name, start) => {
  const blog = newBlog();
  let server: TestServer;
  let database: TestDatabase;
  let owner: pg.Client;
  let anon: pg.Client;
  beforeAll(async () => {
    server = await start();
    database = await buildDatabase(server.url, blog.metadata, blog.config);
    owner = database.owner;
    anon = await database.as('anon');
    await owner.query(`INSERT INTO blog.articles (title) VALUES ('First'), ('Second'), ('Third')`);
  });
  afterAll(async () => {
    await database?.drop();
    await server?.stop();
  });

  const triggersOf = async (view: string) => {
    const { rows: found } = await owner.query<{ event: string }>(
      `SELECT event_manipulation AS event FROM information_schema.triggers
       WHERE event_object_schema = 'api' AND event_object_table = $1 ORDER BY 1`,
      [view],
    );
    return found.map(({ event }) => event);
  };
  const columnsOf = async (view: string) => {
    const { fields } = await anon.query(`SELECT * FROM ${view} LIMIT 0`);
    return fields.map(({ name }) => name);
  };
  const privilegesOf = async (view: string) => {
    const { rows: found } = await owner.query<{ privilege: string }>(
      `SELECT privilege_type AS privilege FROM information_schema.table_privileges
       WHERE table_schema = 'api' AND table_name = $1 AND grantee = 'anon' ORDER BY 1`,
      [view],
    );
    return found.map(({ privilege }) => privilege);
  };

  rows([
    [
      'the extension is called rest, and its schema is api',
      () => {
        const extension = new RestExtension();
        expect([extension.name, extension.schema]).toEqual(['rest', 'api']);
      },
    ],
    [
      'it registers the roles',
      async () => {
        expect(
          await firstRow(
            owner,
            `SELECT pg_has_role('authenticator', 'anon', 'MEMBER') AS member, rolcanlogin AS login
             FROM pg_roles WHERE rolname = 'authenticator'`,
          ),
        ).toEqual({ member: true, login: true });
      },
    ],
    [
      'a view needs the extension in the config of its table',
      () => {
        const made = table('t', {}, { metadata: new Metadata(), config: manual() });
        expect(() => restView(made)).toThrow('has no REST extension');
      },
    ],
    [
      'the view selects from its table, which keeps its schema and has a serial key id',
      async () => {
        expect(await firstRow(anon, 'SELECT id, title FROM api.articles ORDER BY id')).toEqual({
          id: 1,
          title: 'First',
        });
        expect(
          await firstRow(owner, `SELECT pg_get_serial_sequence('blog.articles', 'id') AS id`),
        ).toEqual({ id: 'blog.articles_id_seq' });
      },
    ],
    [
      'the schema of a view may be another one',
      async () => {
        expect(await columnsOf('api_v2.elsewhere')).toContain('title');
      },
    ],
    [
      'a record of the view is registered on the metadata, and grants follow from it',
      async () => {
        expect(blog.metadata.apiResources()).toContainEqual(
          expect.objectContaining({
            schema: 'api',
            name: 'articles',
            grants: { anon: ['select'] },
          }),
        );
        expect(await privilegesOf('articles')).toEqual(['SELECT']);
      },
    ],
    [
      'anon receives the privileges named in grants, and select by default',
      async () => {
        expect(await privilegesOf('adding')).toEqual(['INSERT', 'SELECT']);
        expect(await privilegesOf('writing')).toEqual(['DELETE', 'INSERT', 'SELECT', 'UPDATE']);
      },
    ],
    [
      'triggers exist for the operations in grants alone',
      async () => {
        expect(await triggersOf('articles')).toEqual([]);
        expect(await triggersOf('adding')).toEqual(['INSERT']);
        expect(await triggersOf('writing')).toEqual(['DELETE', 'INSERT', 'UPDATE']);
      },
    ],
    [
      'clients write through the triggers',
      async () => {
        const written = await firstRow(
          anon,
          `INSERT INTO api.writing (title) VALUES ('New') RETURNING id, secret`,
        );
        expect(written).toEqual({ id: 4, secret: 'hidden' });
        await anon.query(`UPDATE api.writing SET title = 'Newer' WHERE id = 4`);
        expect(await firstRow(owner, 'SELECT title FROM blog.articles WHERE id = 4')).toEqual({
          title: 'Newer',
        });
        expect((await anon.query('DELETE FROM api.writing WHERE id = 4')).rowCount).toBe(1);
      },
    ],
    [
      'a write without the grant has no trigger, and is not forwarded',
      async () => {
        for (const statement of [
          `INSERT INTO api.articles (title) VALUES ('x')`,
          `UPDATE api.adding SET title = 'x'`,
          'DELETE FROM api.adding',
        ]) {
          expect(await refusal(anon, statement)).toMatchObject({ code: '55000' });
        }
      },
    ],
    [
      'columns are the columns that the view selects; by default all',
      async () => {
        expect(await columnsOf('api.titles')).toEqual(['id', 'title']);
        expect(await columnsOf('api.articles')).toEqual(['id', 'title', 'secret', 'loud']);
      },
    ],
    [
      'excludeColumns are hidden, and all others are exposed',
      async () => {
        expect(await columnsOf('api.open')).toEqual(['id', 'title', 'loud']);
      },
    ],
    [
      'a column that the table does not have is a ColumnError, a RangeError, at once',
      () => {
        expect(() => restView(blog.articles, { columns: ['nope'] as never })).toThrow(RangeError);
      },
    ],
    [
      'query gets the select of the columns and the table',
      async () => {
        expect((await anon.query('SELECT * FROM api.filtered')).rows).toEqual([
          { id: 2, title: 'Second' },
        ]);
      },
    ],
    [
      'query may return any select; the columns of the table are written, joined ones are read-only',
      async () => {
        await anon.query(`UPDATE api.measured SET title = 'Thirds' WHERE id = 3`);
        expect(await firstRow(anon, 'SELECT * FROM api.measured WHERE id = 3')).toEqual({
          id: 3,
          title: 'Thirds',
          length: 6,
        });
        expect(await refusal(anon, 'UPDATE api.measured SET length = 1')).toMatchObject({
          message: 'column "length" of view "api"."measured" is read-only',
        });
      },
    ],
    [
      'a generated column is in the view, and cannot be written',
      async () => {
        expect(await firstRow(anon, 'SELECT loud FROM api.writing WHERE id = 1')).toEqual({
          loud: 'FIRST',
        });
        expect(await refusal(anon, `UPDATE api.writing SET loud = 'x'`)).toMatchObject({
          message: 'column "loud" of view "api"."writing" is read-only',
        });
      },
    ],
    [
      'a standalone view has a table that the query of a REST view joins',
      async () => {
        expect(await firstRow(owner, 'SELECT length FROM blog.lengths WHERE id = 1')).toEqual({
          length: 5,
        });
        expect(await columnsOf('api.measured')).toEqual(['id', 'title', 'length']);
      },
    ],
    [
      'the REST server is configured with the database, the schemas, the role and the search path',
      () => {
        const settings = restConfig(blog.metadata, { dbUri: 'postgresql://authenticator@db/blog' });
        expect(settings).toContain('db-uri = "postgresql://authenticator@db/blog"');
        expect(settings).toContain('db-schemas = "api,api_v2"');
        expect(settings).toContain('db-anon-role = "anon"');
        expect(settings).toContain('db-extra-search-path = "blog"');
      },
    ],
  ]);
});
