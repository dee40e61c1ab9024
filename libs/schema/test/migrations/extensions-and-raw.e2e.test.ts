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
  });
});
