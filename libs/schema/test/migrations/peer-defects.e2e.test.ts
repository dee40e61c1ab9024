import { integer, text } from 'drizzle-orm/pg-core';
import { describe, expect, inject, test } from 'vitest';

import {
  desiredState,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  table,
  type DesiredState,
  type RestGrant,
} from '../../src/index.js';
import { catalogText } from '../catalog-text.js';
import { NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

interface Blog {
  readonly grants?: readonly RestGrant[];
  readonly extra?: boolean;
  readonly exposed?: boolean;
}

function blog({
  grants = ['select', 'insert'],
  extra = false,
  exposed = true,
}: Blog): DesiredState {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension());
  const columns = { title: text().notNull().default('new'), views: integer() };
  const articles = table('articles', extra ? { ...columns, extra: text() } : columns, {
    schema: 'blog',
    metadata,
    config,
    comment: 'What was written',
    columnComments: { title: 'In one line' },
  });
  if (exposed) restView(articles, { grants });
  return desiredState(metadata, config);
}

const PRIVILEGES = `
  SELECT privilege_type AS privilege FROM information_schema.role_table_grants
  WHERE grantee = 'anon' AND table_schema = 'api' ORDER BY 1`;

const VIEW = `
  SELECT obj_description('api.articles'::regclass) AS comment,
         col_description('api.articles'::regclass, (SELECT attnum FROM pg_attribute
           WHERE attrelid = 'api.articles'::regclass AND attname = 'title')) AS "column",
         (SELECT string_agg(pg_get_expr(adbin, adrelid), ',') FROM pg_attrdef
          WHERE adrelid = 'api.articles'::regclass AND adnum =
            (SELECT attnum FROM pg_attribute WHERE attrelid = 'api.articles'::regclass AND attname = 'title')) AS default,
         (SELECT count(*)::int FROM pg_trigger WHERE tgrelid = 'api.articles'::regclass) AS triggers`;

describe('what the known peer gets wrong', () => {
  test('a second migration converges and can be applied', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(blog({}));
    await project.apply(blog({ extra: true }));
    expect(await project.generate(blog({ extra: true }))).toBeUndefined();
    expect(await project.migrations()).toHaveLength(2);
    expect(await project.check(blog({ extra: true }))).toEqual(NO_DRIFT);
  });

  test('a new column keeps the grants, triggers, defaults and comments of the view', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(blog({}));
    const privileges = await project.query(PRIVILEGES);
    const view = await project.query(VIEW);
    expect(privileges).toEqual([{ privilege: 'INSERT' }, { privilege: 'SELECT' }]);
    expect(view).toMatchObject([
      { comment: 'What was written', column: 'In one line', default: "'new'::text" },
    ]);
    await project.apply(blog({ extra: true }));
    expect(await project.query('SELECT extra FROM api.articles')).toEqual([]);
    expect(await project.query(PRIVILEGES)).toEqual(privileges);
    expect(await project.query(VIEW)).toEqual(view);
  });

  test('narrowing grants revokes', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(blog({ grants: ['select', 'insert', 'update', 'delete'] }));
    expect(await project.query(PRIVILEGES)).toHaveLength(4);
    await project.apply(blog({ grants: ['select'] }));
    expect(await project.query(PRIVILEGES)).toEqual([{ privilege: 'SELECT' }]);
    await project.query('BEGIN; SET LOCAL ROLE anon');
    await expect(project.query("INSERT INTO api.articles (title) VALUES ('x')")).rejects.toThrow(
      /permission denied|cannot insert into view/,
    );
    await project.query('ROLLBACK');
  });

  test('removing the last view drops all it brought', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(blog({ exposed: false }));
    const without = await catalogText(project.query);
    await project.apply(blog({}));
    expect(await catalogText(project.query)).not.toEqual(without);
    await project.apply(blog({ exposed: false }));
    expect(await catalogText(project.query)).toEqual(without);
  });

  test('tables of one name in two schemas stay two', async () => {
    await using project = await openMigrationProject(server);
    const metadata = new Metadata();
    table('notes', { first: text() }, { schema: 'one', metadata });
    table('notes', { second: text() }, { schema: 'two', metadata });
    const state = desiredState(metadata, new SchemaConfig({ autoDiscover: false }));
    await project.apply(state);
    await project.query('SELECT n.first, m.second FROM one.notes n, two.notes m');
    expect(await project.check(state)).toEqual(NO_DRIFT);
  });

  test('no role has a password, in the database or in a file', async () => {
    await using project = await openMigrationProject(server);
    await project.apply(blog({}));
    expect(
      await project.query(
        "SELECT rolname FROM pg_authid WHERE rolname IN ('anon', 'authenticator') AND rolpassword IS NOT NULL",
      ),
    ).toEqual([]);
    for (const id of await project.migrations()) {
      for (const file of ['up.sql', 'down.sql', 'migration.json'] as const) {
        expect(await project.script(id, file)).not.toMatch(/password/i);
      }
    }
  });
});
