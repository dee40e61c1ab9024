import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startRestServer, type RestServer } from './rest-server.js';
import { SERVERS, type TestServer } from './servers.js';
import { KINDS, MARKER, config, metadata, ROWS } from './vault.js';

const kinds = [...Object.keys(KINDS), 'check', 'cast', 'plain'];
const views = ['excluding', 'choosing', 'joining', 'calling'];

describe.each(SERVERS)('hidden columns on %s', (_name, start) => {
  let server: TestServer;
  let rest: RestServer;
  beforeAll(async () => {
    server = await start();
    rest = await startRestServer(server.url, { metadata, config });
    await rest.database.owner.query(ROWS);
  });
  afterAll(async () => {
    await rest?.stop();
    await server?.stop();
  });

  /** All fields of the error that a statement gives the role, and undoes what it does. */
  async function errorOf(
    role: string | undefined,
    statement: string,
  ): Promise<Record<string, unknown>> {
    const client = rest.database.owner;
    await client.query('BEGIN');
    try {
      if (role !== undefined) await client.query(`SET LOCAL ROLE ${role}`);
      await client.query(statement);
      return {};
    } catch (error) {
      const { message } = error as pg.DatabaseError;
      return { message, ...(error as object) };
    } finally {
      await client.query('ROLLBACK');
    }
  }

  test.each(kinds.filter((kind) => !['own', 'plain', 'domain'].includes(kind)))(
    'the table itself shows the marker to its owner: %s',
    async (kind) => {
      const error = await errorOf(
        undefined,
        `UPDATE vault.records SET kind = '${kind}' WHERE id = 2`,
      );
      expect(JSON.stringify(error)).toContain(MARKER);
    },
  );

  test('are in no field of any error, for each verb and role', async () => {
    const value = fc.oneof(
      fc.constantFrom('NULL', '-1', '1', '2', '99', "'first'", "'second'"),
      fc.constantFrom(...kinds).map((kind) => `'${kind}'`),
    );
    const row = fc.record(
      {
        id: fc.constantFrom('1', '2', '3', '50'),
        title: fc.constantFrom('NULL', "'first'", "'second'", "'new'"),
        kind: fc.constantFrom('NULL', ...kinds.map((kind) => `'${kind}'`)),
        amount: fc.constantFrom('NULL', '-1', '1', '2', '77'),
        parent_id: fc.constantFrom('NULL', '1', '2', '99'),
      },
      { requiredKeys: [] },
    );
    const statement = fc.oneof(
      fc.tuple(fc.constantFrom(...views), row).map(([view, values]) => insertInto(view, values)),
      fc
        .tuple(fc.constantFrom(...views), row, fc.integer({ min: 1, max: 3 }))
        .map(([view, values, id]) => update(view, values, id)),
      fc
        .tuple(fc.constantFrom(...views, 'owners', 'memos'), fc.integer({ min: 1, max: 3 }))
        .map(([view, id]) => `DELETE FROM api.${view} WHERE id = ${id} RETURNING *`),
      fc.constantFrom(...views, 'owners', 'memos').map((view) => `SELECT * FROM api.${view}`),
      fc
        .tuple(fc.constantFrom('owners', 'memos'), value)
        .map(([view, given]) => `UPDATE api.${view} SET id = (${given})::int RETURNING *`),
    );
    await fc.assert(
      fc.asyncProperty(
        statement,
        fc.constantFrom('anon', 'editor', 'writer'),
        async (sql, role) => {
          expect(JSON.stringify(await errorOf(role, sql))).not.toContain(MARKER);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('are in no answer of PostgREST', async () => {
    const answers: string[] = [];
    for (const role of [undefined, 'editor']) {
      const client = rest.client(role);
      for (const view of views) {
        const title = view === 'joining' ? 'headline' : 'title';
        for (const kind of kinds.filter((one) => one !== 'plain')) {
          answers.push(
            JSON.stringify(await client.from(view).update({ kind }).eq('id', 2).select()),
          );
          answers.push(
            JSON.stringify(
              await client
                .from(view)
                .insert({ kind, [title]: 'x' })
                .select(),
            ),
          );
        }
        answers.push(
          JSON.stringify(
            await client
              .from(view)
              .update({ [title]: null })
              .eq('id', 2),
          ),
        );
        answers.push(JSON.stringify(await client.from(view).delete().eq('id', 1)));
        answers.push(JSON.stringify(await client.from(view).select()));
      }
      answers.push(JSON.stringify(await client.from('owners').delete().eq('id', 1)));
    }
    expect(answers.filter((answer) => answer.includes(MARKER))).toEqual([]);
    expect(answers.filter((answer) => answer.includes('"error":{')).length).toBeGreaterThan(50);
  });

  const update2 = (view: string, set: string) => `UPDATE api.${view} SET ${set} WHERE id = 2`;

  test.each([
    ['NOT NULL', 'title = NULL', '23502'],
    ['CHECK', 'amount = -1', '23514'],
    ['unique', 'amount = 1', '23505'],
    ['foreign key', 'parent_id = 99', '23503'],
    ['unique with a hidden column', "kind = 'unique'", '23505'],
    ['exclusion of a hidden column', "kind = 'exclusion'", '23P01'],
    ['foreign key of a hidden column', "kind = 'foreign'", '23503'],
  ])(
    "an error has PostgreSQL's own words but for the DETAIL: %s",
    async (_constraint, set, code) => {
      const own = await errorOf(undefined, `UPDATE vault.records SET ${set} WHERE id = 2`);
      const { message, constraint, table, schema, column } = own;
      const error = await errorOf('anon', update2('excluding', set));
      expect(error).toMatchObject({ code, message, table, schema });
      expect(error['detail']).toBeUndefined();
      expect([error['constraint'] || undefined, error['column'] || undefined]).toEqual([
        constraint || undefined,
        column || undefined,
      ]);
      const { error: answer } = await rest
        .client('writer')
        .from('excluding')
        .update({ title: null });
      expect(answer).toMatchObject({ code: '23502', details: null });
    },
  );

  test('what a function of the project raises passes as it is', async () => {
    expect(await errorOf('anon', update2('excluding', "kind = 'own'"))).toMatchObject({
      code: 'PT409',
      message: 'no such kind',
      detail: 'as decided',
      hint: 'ask us',
    });
    const { error } = await rest.client().from('excluding').update({ kind: 'own' }).eq('id', 2);
    expect(error).toMatchObject({ message: 'no such kind', details: 'as decided', hint: 'ask us' });
  });

  test('a message that may quote a value is withheld, its code is not', async () => {
    for (const [kind, code] of Object.entries({
      cast: '22P02',
      convert: '22P02',
      argument: '22P02',
      condition: '42704',
      dynamic: '42703',
      document: '2200N',
      file: '58P01',
      library: '58P01',
    })) {
      const error = await errorOf('anon', update2('excluding', `kind = '${kind}'`));
      expect(error).toMatchObject({ code, message: 'the write was refused' });
      expect(error['detail'] ?? '').toBe('');
    }
  });
});

const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  joining: { title: 'headline' },
};

function named(view: string, column: string): string {
  return NAMES[view]?.[column] ?? column;
}

function insertInto(view: string, row: Readonly<Record<string, string>>): string {
  const columns = Object.keys(row).map((column) => named(view, column));
  return columns.length === 0
    ? `INSERT INTO api.${view} DEFAULT VALUES`
    : `INSERT INTO api.${view} (${columns.join(', ')}) VALUES (${Object.values(row).join(', ')}) RETURNING *`;
}

function update(view: string, row: Readonly<Record<string, string>>, id: number): string {
  const set = Object.entries({ kind: 'kind', ...row }).map(
    ([column, value]) => `${named(view, column)} = ${value}`,
  );
  return `UPDATE api.${view} SET ${set.join(', ')} WHERE id = ${id} RETURNING *`;
}
