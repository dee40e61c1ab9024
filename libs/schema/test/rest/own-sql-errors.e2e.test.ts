import {
  fn,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  select,
  table,
  trigger,
} from '@rowhouse/schema';
import { sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startRestServer, type RestServer } from './rest-server.js';
import { SERVERS, type TestServer } from './servers.js';

/** What stands in the hidden columns. */
const MARKER = 'TOPSECRET';

const all = ['select', 'insert', 'update', 'delete'] as const;

/** A table whose trigger writes the hidden column to another one, where it is checked at commit. */
function newProject() {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension());
  const shared = { metadata, config, schema: 'vault' };
  const records = table(
    'records',
    { title: text().notNull(), secret: text().notNull().default(`${MARKER} 1`) },
    shared,
  );
  table('log', { secret: text() }, shared);
  metadata.registerObject({
    kind: 'constraint',
    schema: 'vault',
    name: 'one_entry',
    of: 'log',
    create: () => [
      'ALTER TABLE vault.log ADD CONSTRAINT one_entry UNIQUE (secret) DEFERRABLE INITIALLY DEFERRED',
    ],
  });
  const log = fn('log_record', {
    metadata,
    schema: 'vault',
    returns: 'trigger',
    body: [
      'BEGIN',
      '  SET CONSTRAINTS vault.one_entry IMMEDIATE;',
      '  INSERT INTO vault.log (secret) VALUES (NEW.secret);',
      '  RETURN NEW;',
      'END',
    ].join('\n'),
  });
  trigger('log_record', { on: records, timing: 'after', events: ['insert'], call: log });
  restView(records, { name: 'plain', grants: all, excludeColumns: ['secret'] });
  restView(records, {
    name: 'casting',
    grants: all,
    query: (_base, source) =>
      select({
        id: source.id,
        title: source.title,
        number: sql<number>`${source.secret}::int`,
      }).from(source),
  });
  restView(records, {
    name: 'filtering',
    grants: all,
    excludeColumns: ['secret'],
    query: (base, source) => base.where(sql`${source.secret}::int > 0`),
  });
  restView(records, {
    name: 'careful',
    grants: all,
    excludeColumns: ['secret'],
    query: (base, source) =>
      base.where(
        sql`CASE WHEN ${source.secret} ~ '^[0-9]{1,9}$' THEN ${source.secret}::int > 0 ELSE true END`,
      ),
  });
  return { metadata, config };
}

describe.each(SERVERS)("errors of the project's own SQL on %s", (_name, start) => {
  let server: TestServer;
  let rest: RestServer;
  beforeAll(async () => {
    server = await start();
    rest = await startRestServer(server.url, newProject());
    await rest.database.owner.query("INSERT INTO vault.records (title) VALUES ('first')");
  });
  afterAll(async () => {
    await rest?.stop();
    await server?.stop();
  });

  test('of a constraint that a trigger sets IMMEDIATE say nothing of hidden columns', async () => {
    const { error } = await rest.client().from('plain').insert({ title: 'second' }).select();
    expect(error).toMatchObject({
      code: '23505',
      message: expect.stringContaining('one_entry') as string,
    });
    expect(JSON.stringify(error)).not.toContain(MARKER);
  });

  test.each(['casting', 'filtering'])(
    'of a cast in the view may quote a hidden column: %s',
    async (view) => {
      const client = rest.client();
      const reading = await client.from(view).select();
      expect(reading.error).toMatchObject({
        code: '22P02',
        message: `invalid input syntax for type integer: "${MARKER} 1"`,
      });
      // The trigger is not asked before the row is found.
      expect((await client.from(view).delete().eq('id', 1)).error).toMatchObject({ code: '22P02' });
    },
  );

  test('are none if the expression looks at the value before it casts', async () => {
    const { data } = await rest.client().from('careful').select();
    expect(data).toEqual([{ id: 1, title: 'first' }]);
  });
});
