import { describe, expect, inject, test } from 'vitest';

import { desiredState } from '../../src/desired-state.js';
import { Metadata, SchemaConfig } from '../../src/index.js';
import { catalogText } from '../catalog-text.js';
import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');
const role = `reader_${process.pid}`;

const articles = (columns = 'title text, views integer') =>
  described(
    [
      `CREATE TABLE app.articles (id integer PRIMARY KEY, ${columns})`,
      `GRANT SELECT ON app.articles TO ${role}`,
    ],
    { roles: [role] },
  );

describe('what is not ours', () => {
  test('is never touched, and is no drift', async () => {
    await using project = await openMigrationProject(server);
    await project.query(`
      CREATE ROLE ${role} LOGIN CONNECTION LIMIT 7 VALID UNTIL '2030-01-01';
      CREATE ROLE other_${role};
      CREATE SCHEMA theirs;
      CREATE TABLE theirs.facts (n integer);
      CREATE FUNCTION theirs.one() RETURNS integer LANGUAGE sql RETURN 1;
      CREATE TABLE public.loose (n integer);
      GRANT SELECT ON theirs.facts TO ${role};
      GRANT SET ON PARAMETER work_mem TO other_${role}`);
    const roles = `SELECT * FROM pg_roles WHERE rolname LIKE '%${role}' ORDER BY 1`;
    const before = [await project.query(roles), await catalogText(project.query)];
    try {
      await project.apply(articles());
      await project.query(`
        CREATE TABLE app.theirs_too (n integer);
        GRANT SELECT ON app.articles TO other_${role}`);
      expect(await project.check(articles())).toEqual(NO_DRIFT);
      await project.apply(articles('title text'), { allowDataLoss: true });
      expect(await project.check(articles('title text'))).toEqual(NO_DRIFT);
      await project.rollback();
      await expect(project.rollback()).rejects.toThrow(
        /failed and was rolled back: cannot drop schema app[^]*\n {2}table app.theirs_too depends on schema app/,
      );
      await project.query('DROP TABLE app.theirs_too');
      await project.rollback();
      expect([await project.query(roles), await catalogText(project.query)]).toEqual(before);
    } finally {
      await project.query(`
        REVOKE SET ON PARAMETER work_mem FROM other_${role};
        DROP OWNED BY ${role}; DROP ROLE ${role}; DROP ROLE other_${role}`);
    }
  });

  test('a view on what would change is named, and nothing is changed', async () => {
    await using project = await openMigrationProject(server);
    const plain = (columns: string) =>
      described([`CREATE TABLE app.articles (id integer PRIMARY KEY, ${columns})`]);
    await project.apply(plain('title text, views integer'));
    await project.query(`
      CREATE SCHEMA reports;
      CREATE VIEW reports."Most read" AS SELECT title, views FROM app.articles ORDER BY views;
      CREATE TABLE reports.notes (article integer CONSTRAINT of_article REFERENCES app.articles)`);

    await project.apply(plain('title text, views integer, extra text'));
    await project.generate(plain('views integer, extra text'), { allowDataLoss: true });
    await expect(project.migrate()).rejects.toThrow(
      /failed and was rolled back: cannot drop column title[^]*view reports."Most read" depends on column title/,
    );
    expect(await project.query('SELECT title, extra FROM app.articles')).toEqual([]);
    await project.query('DROP VIEW reports."Most read"');
    expect(await project.migrate()).toHaveLength(1);

    await expect(project.rollback(3)).rejects.toThrow(
      /cannot drop table app.articles[^]*constraint of_article on table reports.notes depends on table/,
    );
  });

  test('what others granted on a view survives its rebuilding', async () => {
    await using project = await openMigrationProject(server);
    const other = `granted_${process.pid}`;
    const view = (columns: string) =>
      described([
        'CREATE TABLE app.articles (id integer, title text, extra text)',
        `CREATE VIEW app.titles AS SELECT ${columns} FROM app.articles`,
      ]);
    await project.apply(view('title, extra'));
    await project.query(`CREATE ROLE ${other};
      GRANT SELECT ON app.titles TO ${other} WITH GRANT OPTION;
      GRANT UPDATE (title), UPDATE (extra) ON app.titles TO ${other}`);
    try {
      await project.apply(view('id, title'));
      expect(
        await project.query(
          `SELECT has_table_privilege($1, 'app.titles', 'SELECT WITH GRANT OPTION') AS selects,
                  has_column_privilege($1, 'app.titles', 'title', 'UPDATE') AS updates,
                  has_column_privilege($1, 'app.titles', 'id', 'UPDATE') AS more`,
          [other],
        ),
      ).toEqual([{ selects: true, updates: true, more: false }]);
      expect(await project.check(view('id, title'))).toEqual(NO_DRIFT);
    } finally {
      await project.query(`DROP OWNED BY ${other}; DROP ROLE ${other}`);
    }
  });

  test('generate leaves the roles of the server as they are', async () => {
    await using project = await openMigrationProject(server);
    const present = `present_${process.pid}`;
    await project.query(`CREATE ROLE ${present} LOGIN PASSWORD 'hunter2' CREATEDB`);
    const authid = `SELECT * FROM pg_authid WHERE rolname = '${present}'`;
    try {
      const before = await project.query(authid);
      const state = described(
        ['CREATE TABLE app.t (id integer)', `GRANT SELECT ON app.t TO ${present}`],
        { roles: [present] },
      );
      await project.generate(state);
      expect(await project.query(authid)).toEqual(before);
      // What is written is the code's, whatever the server has.
      const up = await project.script('20260131093000_change', 'up.sql');
      expect(up).toContain(
        `CREATE ROLE "${present}" WITH NOSUPERUSER INHERIT NOCREATEROLE NOCREATEDB NOLOGIN`,
      );
      expect(up).not.toContain('hunter2');
      await project.migrate();
      expect(await project.query(authid)).toEqual(before);
      expect(await project.check(state)).toEqual(NO_DRIFT);
    } finally {
      await project.query(`DROP OWNED BY ${present}; DROP ROLE ${present}`);
    }
  });

  test('a membership that another database has made or uses stays, and is granted where it lacks', async () => {
    await using first = await openMigrationProject(server);
    await using second = await openMigrationProject(server);
    const [parent, member] = [`parent_${process.pid}`, `member_${process.pid}`];
    const state = (memberOf: readonly string[], more = '') => {
      const metadata = new Metadata().registerSchema('app');
      metadata.registerRole({ name: parent }).registerRole({ name: member, memberOf });
      if (more !== '') metadata.registerSchema(more);
      return desiredState(metadata, new SchemaConfig({ autoDiscover: false }));
    };
    const memberships = () =>
      first.query(
        `SELECT roleid::regrole::text, member::regrole::text FROM pg_auth_members
         WHERE member = to_regrole($1)`,
        [member],
      );
    const made = [{ roleid: parent, member }];
    try {
      await first.apply(state([parent]));
      await second.apply(state([parent]));
      expect(await memberships()).toEqual(made);
      await second.rollback();
      expect(await memberships()).toEqual(made);
      expect(await first.check(state([parent]))).toEqual(NO_DRIFT);
      await second.migrate();
      expect(await second.check(state([parent]))).toEqual(NO_DRIFT);
      expect(await second.generate(state([parent]))).toBeUndefined();

      await first.query(`REVOKE ${parent} FROM ${member}`);
      const { database } = await first.check(state([parent]));
      expect(database).toEqual([
        {
          change: 'missing',
          kind: 'membership',
          object: `${member} in ${parent}`,
          fix: `GRANT "${parent}" TO "${member}"`,
        },
      ]);
      await first.query(database[0]!.fix!);
      expect(await first.check(state([parent]))).toEqual(NO_DRIFT);

      expect(await first.generate(state([]))).toBeUndefined();
      await first.apply(state([], 'more'));
      expect(await memberships()).toEqual(made);
      expect(await first.check(state([], 'more'))).toEqual(NO_DRIFT);
      expect(await first.generate(state([], 'more'))).toBeUndefined();
    } finally {
      await first.query(`DROP ROLE IF EXISTS ${parent}, ${member}`);
    }
  });

  test('a user without CREATEDB is told what to do', async () => {
    await using project = await openMigrationProject(server);
    const user = `limited_${process.pid}`;
    await project.query(`CREATE ROLE ${user} LOGIN`);
    const url = new URL(project.url);
    url.username = user;
    const { generate, StepPipeline } = await import('../../src/migrations/index.js');
    try {
      await expect(
        generate({
          name: 'x',
          directory: project.directory,
          databaseUrl: url.href,
          state: described([]),
          pipeline: new StepPipeline(),
        }),
      ).rejects.toThrow('this user is not allowed to create one\n  Grant CREATEDB to the user');
    } finally {
      await project.query(`DROP ROLE ${user}`);
    }
  });
});
