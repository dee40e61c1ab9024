import { desiredState, Metadata, pgExtension, raw, SchemaConfig, table } from '@rowhouse/schema';
import { customType, index, text } from 'drizzle-orm/pg-core';
import { describe, expect, inject, test } from 'vitest';

import { NO_DRIFT, openMigrationProject } from './migration-project.js';

const serverUrl = inject('postgresUrl');
const citext = customType<{ data: string }>({ dataType: () => 'citext' });
const config = new SchemaConfig({ autoDiscover: false });

describe('extensions of PostgreSQL', () => {
  test.each(['public', 'extensions'])('come before what uses them, in %s', async (schema) => {
    await using project = await openMigrationProject(serverUrl);
    const metadata = new Metadata();
    table(
      'people',
      { name: citext().notNull(), note: text() },
      {
        metadata,
        config,
        schema: 'app',
        constraints: (t) => [index('similar').using('gin', t.note.op('gin_trgm_ops'))],
      },
    );
    pgExtension('pg_trgm', { metadata, schema });
    pgExtension('citext', { metadata, schema });
    const state = desiredState(metadata, config);
    await project.apply(state);
    await project.query("INSERT INTO app.people (name) VALUES ('Ann')");
    const same = `name OPERATOR(${schema}.=) 'aNN'::${schema}.citext`;
    expect(await project.query(`SELECT FROM app.people WHERE ${same}`)).toHaveLength(1);
    expect(await project.check(state)).toEqual(NO_DRIFT);
    // The extensions stay: somebody else may use them.
    await project.rollback();
    await project.migrate();
  });

  test('may bring an access method, which indexes can use', async () => {
    await using project = await openMigrationProject(serverUrl);
    const metadata = new Metadata();
    table(
      'people',
      { name: text(), note: text() },
      {
        metadata,
        config,
        schema: 'app',
        constraints: (t) => [index('either').using('bloom', t.name, t.note)],
      },
    );
    pgExtension('bloom', { metadata });
    const state = desiredState(metadata, config);
    await project.apply(state);
    expect(
      await project.query(`SELECT amname FROM pg_class c JOIN pg_am a ON a.oid = c.relam
                           WHERE c.oid = 'app.either'::regclass`),
    ).toEqual([{ amname: 'bloom' }]);
    expect(await project.check(state)).toEqual(NO_DRIFT);
  });

  /** A project with `citext` in a schema, or without it. */
  const citextIn = (schema?: string) => {
    const metadata = new Metadata();
    const name = schema === undefined ? text() : citext();
    table('people', { name: name.notNull() }, { metadata, config, schema: 'app' });
    if (schema !== undefined) pgExtension('citext', { metadata, schema });
    return desiredState(metadata, config);
  };
  const INSTALLED = `SELECT extnamespace::regnamespace::text AS schema FROM pg_extension WHERE extname = 'citext'`;

  test('are dropped when the code no longer has them, if that is allowed, and come back', async () => {
    await using project = await openMigrationProject(serverUrl);
    await project.apply(citextIn('extensions'));
    expect((await project.check(citextIn())).folder).toContainEqual({
      change: 'unexpected',
      kind: 'extension',
      object: 'citext',
    });
    await expect(project.generate(citextIn())).rejects.toThrow(
      'drop extension citext: what it stores is lost, and everything else in the database that uses it fails [data-loss]',
    );
    const generated = await project.apply(citextIn(), { allowDataLoss: true });
    expect(generated!.dangers).toContainEqual(
      expect.objectContaining({ code: 'breaking-change', frame: 'DROP EXTENSION "citext"' }),
    );
    expect(await project.query(INSTALLED)).toEqual([]);
    expect(await project.check(citextIn())).toEqual(NO_DRIFT);
    await project.rollback();
    expect(await project.query(INSTALLED)).toEqual([{ schema: 'extensions' }]);
    await project.forget(generated!.id);
    expect(await project.check(citextIn('extensions'))).toEqual(NO_DRIFT);
  });

  test('that somebody else uses are not dropped', async () => {
    await using project = await openMigrationProject(serverUrl);
    await project.apply(citextIn('public'));
    await project.query('CREATE SCHEMA other CREATE TABLE mail (address citext)');
    await project.generate(citextIn(), { allowDataLoss: true });
    await expect(project.migrate()).rejects.toThrow(
      /cannot drop extension citext because other objects depend on it[^]*column address of table other\.mail/,
    );
    expect(await project.query(INSTALLED)).toEqual([{ schema: 'public' }]);
  });

  test('have a schema of their own, and one alone', () => {
    const metadata = new Metadata();
    table('people', { note: text() }, { metadata, config, schema: 'app' });
    pgExtension('citext', { metadata, schema: 'app' });
    expect(() => desiredState(metadata, config)).toThrow(
      "PostgreSQL extension citext: schema: found 'app': the project has objects in that schema",
    );
    expect(() => pgExtension('citext', { metadata })).toThrow("is registered in schema 'app' by");
  });
});

describe('raw SQL', () => {
  const statisticsOn = (columns?: string) => {
    const metadata = new Metadata();
    table('people', { note: text(), name: text() }, { metadata, config, schema: 'app' });
    if (columns !== undefined) {
      raw('statistics', {
        metadata,
        up: `CREATE STATISTICS app.stats ON ${columns} FROM app.people;`,
        down: 'DROP STATISTICS app.stats;',
      });
    }
    return desiredState(metadata, config);
  };

  test('is made, changed, dropped and taken back', async () => {
    await using project = await openMigrationProject(serverUrl);
    const columns = async () => {
      const rows = await project.query<{ keys: string }>(
        'SELECT stxkeys::text AS keys FROM pg_statistic_ext',
      );
      return rows.map(({ keys }) => keys);
    };
    await project.apply(statisticsOn('note, name'));
    expect(await columns()).toEqual(['2 3']);
    expect(await project.check(statisticsOn('note, name'))).toEqual(NO_DRIFT);
    expect((await project.check(statisticsOn('id, name'))).folder).toEqual([
      { change: 'different', kind: 'raw SQL', object: 'statistics' },
    ]);
    await project.apply(statisticsOn('id, name'));
    expect(await columns()).toEqual(['1 3']);
    await project.apply(statisticsOn());
    expect(await columns()).toEqual([]);
    await project.rollback();
    expect(await columns()).toEqual(['1 3']);
    await project.rollback();
    expect(await columns()).toEqual(['2 3']);
  });

  test('that PostgreSQL refuses is named', async () => {
    await using project = await openMigrationProject(serverUrl);
    await expect(project.generate(statisticsOn('nothing, name'))).rejects.toThrow(
      `raw SQL 'statistics': PostgreSQL rejects it: column "nothing" does not exist [refused-statement]\n  CREATE STATISTICS`,
    );
    const metadata = new Metadata();
    raw('two', { metadata, up: 'SELECT 1;\nSELEC 2', down: 'SELECT 1' });
    await expect(project.generate(desiredState(metadata, config))).rejects.toThrow(
      '[refused-statement]\n  SELECT 1;\n  SELEC 2\n  ^',
    );
  });
});
