import { describe, expect, inject, test } from 'vitest';

import { desiredState } from '../../src/desired-state.js';
import { Metadata, SchemaConfig } from '../../src/index.js';
import { dumpCatalog } from './catalog-dump.js';
import { described, NO_DRIFT, openWorkshop } from './workshop.js';

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
    await using workshop = await openWorkshop(server);
    await workshop.query(`
      CREATE ROLE ${role} LOGIN CONNECTION LIMIT 7 VALID UNTIL '2030-01-01';
      CREATE ROLE other_${role};
      CREATE SCHEMA theirs;
      CREATE TABLE theirs.facts (n integer);
      CREATE FUNCTION theirs.one() RETURNS integer LANGUAGE sql RETURN 1;
      CREATE TABLE public.loose (n integer);
      GRANT SELECT ON theirs.facts TO ${role}`);
    const roles = `SELECT * FROM pg_roles WHERE rolname LIKE '%${role}' ORDER BY 1`;
    const before = [await workshop.query(roles), await dumpCatalog(workshop.query)];
    try {
      await workshop.apply(articles());
      await workshop.query(`
        CREATE TABLE app.theirs_too (n integer);
        GRANT SELECT ON app.articles TO other_${role}`);
      expect(await workshop.check(articles())).toEqual(NO_DRIFT);
      await workshop.apply(articles('title text'), { allowDataLoss: true });
      expect(await workshop.check(articles('title text'))).toEqual(NO_DRIFT);
      await workshop.rollback();
      await expect(workshop.rollback()).rejects.toThrow(
        /failed and was rolled back: cannot drop schema app.*\n {2}table app.theirs_too depends on schema app/,
      );
      await workshop.query('DROP TABLE app.theirs_too');
      await workshop.rollback();
      expect([await workshop.query(roles), await dumpCatalog(workshop.query)]).toEqual(before);
    } finally {
      await workshop.query(`DROP OWNED BY ${role}; DROP ROLE ${role}; DROP ROLE other_${role}`);
    }
  });

  test('a view on what would change is reported before anything starts', async () => {
    await using workshop = await openWorkshop(server);
    const plain = (columns: string) =>
      described([`CREATE TABLE app.articles (id integer PRIMARY KEY, ${columns})`]);
    await workshop.apply(plain('title text, views integer'));
    await workshop.query(`
      CREATE SCHEMA reports;
      CREATE VIEW reports."Most read" AS SELECT title, views FROM app.articles ORDER BY views;
      CREATE TABLE reports.notes (article integer CONSTRAINT of_article REFERENCES app.articles)`);

    await workshop.apply(plain('title text, views integer, extra text'));
    await workshop.generate(plain('views integer, extra text'), { allowDataLoss: true });
    await expect(workshop.migrate()).rejects.toThrow(
      [
        'objects that are not in the migrations stand on what would be dropped or rebuilt, and nothing was changed:',
        '- view reports."Most read" depends on app.articles',
      ].join('\n'),
    );
    expect(await workshop.query('SELECT title, extra FROM app.articles')).toEqual([]);
    await workshop.query('DROP VIEW reports."Most read"');
    expect(await workshop.migrate()).toHaveLength(1);

    await expect(workshop.rollback(3)).rejects.toThrow(
      '- foreign key of_article of reports.notes depends on app.articles',
    );
  });

  test('what others granted on a view survives its rebuilding', async () => {
    await using workshop = await openWorkshop(server);
    const other = `granted_${process.pid}`;
    const view = (columns: string) =>
      described([
        'CREATE TABLE app.articles (id integer, title text, extra text)',
        `CREATE VIEW app.titles AS SELECT ${columns} FROM app.articles`,
      ]);
    await workshop.apply(view('title, extra'));
    await workshop.query(`CREATE ROLE ${other};
      GRANT SELECT ON app.titles TO ${other} WITH GRANT OPTION;
      GRANT UPDATE (title), UPDATE (extra) ON app.titles TO ${other}`);
    try {
      await workshop.apply(view('id, title'));
      expect(
        await workshop.query(
          `SELECT has_table_privilege($1, 'app.titles', 'SELECT WITH GRANT OPTION') AS selects,
                  has_column_privilege($1, 'app.titles', 'title', 'UPDATE') AS updates,
                  has_column_privilege($1, 'app.titles', 'id', 'UPDATE') AS more`,
          [other],
        ),
      ).toEqual([{ selects: true, updates: true, more: false }]);
      expect(await workshop.check(view('id, title'))).toEqual(NO_DRIFT);
    } finally {
      await workshop.query(`DROP OWNED BY ${other}; DROP ROLE ${other}`);
    }
  });

  test('generate leaves the roles of the server as they are', async () => {
    await using workshop = await openWorkshop(server);
    const present = `present_${process.pid}`;
    await workshop.query(`CREATE ROLE ${present} LOGIN PASSWORD 'hunter2' CREATEDB`);
    const authid = `SELECT * FROM pg_authid WHERE rolname = '${present}'`;
    try {
      const before = await workshop.query(authid);
      const state = described(
        ['CREATE TABLE app.t (id integer)', `GRANT SELECT ON app.t TO ${present}`],
        { roles: [present] },
      );
      await workshop.generate(state);
      expect(await workshop.query(authid)).toEqual(before);
      // What is written is the code's, whatever the server has.
      const up = await workshop.script('20260131093000_change', 'up.sql');
      expect(up).toContain(
        `CREATE ROLE "${present}" WITH NOSUPERUSER INHERIT NOCREATEROLE NOCREATEDB NOLOGIN`,
      );
      expect(up).not.toContain('hunter2');
      await workshop.migrate();
      expect(await workshop.query(authid)).toEqual(before);
      expect(await workshop.check(state)).toEqual(NO_DRIFT);
    } finally {
      await workshop.query(`DROP OWNED BY ${present}; DROP ROLE ${present}`);
    }
  });

  test('a membership that another database has made or uses stays, and is granted where it lacks', async () => {
    await using first = await openWorkshop(server);
    await using second = await openWorkshop(server);
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
          detail: `run: GRANT "${parent}" TO "${member}"`,
        },
      ]);
      await first.query(database[0]!.detail!.replace('run: ', ''));
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
    await using workshop = await openWorkshop(server);
    const user = `limited_${process.pid}`;
    await workshop.query(`CREATE ROLE ${user} LOGIN`);
    const url = new URL(workshop.url);
    url.username = user;
    const { generate, StepPipeline } = await import('../../src/migrations/index.js');
    try {
      await expect(
        generate({
          name: 'x',
          directory: workshop.directory,
          databaseUrl: url.href,
          state: described([]),
          pipeline: new StepPipeline(),
        }),
      ).rejects.toThrow('which this user may not create. Grant CREATEDB to the user');
    } finally {
      await workshop.query(`DROP ROLE ${user}`);
    }
  });
});
