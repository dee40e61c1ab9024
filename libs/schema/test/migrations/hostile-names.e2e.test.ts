import { check, index, pgSchema, text, type PgColumn } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';

import {
  desiredState,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  table,
  type DefinedTable,
} from '../../src/index.js';
import { quoteIdentifier, quoteQualified } from '../../src/sql/identifier.js';
import { catalogText } from '../catalog-text.js';
import { NO_DRIFT, openMigrationProject } from './migration-project.js';

const server = inject('postgresUrl');

test.each([
  ['a statement', '"; DROP TABLE public.canary; --'],
  ['a literal', "'; DROP TABLE public.canary; --"],
  ['a line break', 'one\nDROP TABLE public.canary;\r\u2028x'],
  ['a comment', '*/ /* -- x'],
  ['dollar quotes', '$body$ $$ ; $1'],
  ['backslashes', 'back\\slash\\'],
  ['a format', '%s%I ${x} {{y}}'],
  ['a reserved word', 'select'],
  ['camel case', 'camelCase'],
  ['Unicode', 'größe 表 🙂'],
  ['63 bytes', 'n'.repeat(63)],
])('%s may stand wherever a name can', async (_, name) => {
  await using project = await openMigrationProject(server);
  await project.query('CREATE TABLE public.canary (n integer)');
  const empty = await catalogText(project.query);
  const role = `${name.slice(0, 40)} ${process.pid}`;
  const state = (extra: boolean) => {
    const metadata = new Metadata();
    const config = new SchemaConfig({ autoDiscover: false }).use(
      new RestExtension({ roles: [role], schema: `${name.slice(0, 50)} api` }),
    );
    const enumOf = pgSchema(name).enum(`${name.slice(0, 50)} enum`, [name, 'other']);
    const columns = {
      [name]: text(name).default(name),
      second: enumOf('second').default(name),
      ...(extra ? { extra: text('extra') } : {}),
    };
    const defined = table(name, columns, {
      schema: name,
      metadata,
      config,
      comment: name,
      columnComments: { [name]: name },
      constraints: (own) => {
        const column = (own as unknown as Record<string, PgColumn>)[name]!;
        return [
          index(`${name.slice(0, 50)} index`).on(column),
          check(`${name.slice(0, 50)} check`, sql`${column} <> 'never'`),
        ];
      },
    });
    restView(defined as DefinedTable, {
      grants: ['select', 'insert'],
      roles: { [role]: ['select', 'update'] },
    });
    return desiredState(metadata, config);
  };
  try {
    await project.apply(state(false));
    const before = await catalogText(project.query);
    await project.query(`INSERT INTO ${quoteQualified({ schema: name, name })} DEFAULT VALUES`);
    await project.apply(state(true));
    expect(await project.check(state(true))).toEqual(NO_DRIFT);
    expect(
      await project.query(
        `SELECT ${quoteIdentifier(name)} AS first, second FROM ${quoteQualified({ schema: name, name })}`,
      ),
    ).toEqual([{ first: name, second: name }]);
    await project.rollback();
    expect(await catalogText(project.query)).toEqual(before);
    await project.rollback();
    expect(await catalogText(project.query)).toEqual(empty);
    for (const id of await project.migrations()) {
      const header = (await project.script(id, 'up.sql')).split('\n\nSET LOCAL')[0]!;
      expect(header.split(/[\n\r\u2028]/).every((line) => line.startsWith('--'))).toBe(true);
    }
  } finally {
    await project.query(`DROP ROLE IF EXISTS ${quoteIdentifier(role)}`);
  }
});

test('a name in which no migration can be put is refused', async () => {
  await using project = await openMigrationProject(server);
  const state = desiredState(new Metadata(), new SchemaConfig({ autoDiscover: false }));
  for (const name of ['', '../escape', 'a b', '-x', 'a\nb', 'ünï']) {
    await expect(project.generate(state, { name })).rejects.toThrow(
      'is not a valid name of a migration',
    );
  }
});
