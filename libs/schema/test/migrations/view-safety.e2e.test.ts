import {
  desiredState,
  materializedView,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  schemaView,
  select,
  table,
  type RestViewOptions,
} from '@rowhouse/schema';
import { sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';
import { expect, inject, test } from 'vitest';

import { NO_DRIFT, openMigrationProject } from './migration-project.js';

const serverUrl = inject('postgresUrl');

/** Notes with policies or constraints that the code gives as SQL, and a view of them. */
function newNotes(statements: readonly string[], options: RestViewOptions) {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension());
  const notes = table(
    'notes',
    { body: text(), secret: text() },
    { metadata, config, schema: 'blog' },
  );
  metadata.registerObject({
    kind: 'custom',
    schema: 'blog',
    name: 'by_hand',
    create: () => statements,
  });
  restView(notes, options as object);
  return { metadata, config, notes, state: () => desiredState(metadata, config) };
}

const POLICY = [
  'ALTER TABLE blog.notes ENABLE ROW LEVEL SECURITY',
  'CREATE POLICY own ON blog.notes USING (body = current_user)',
];

test('policies written as SQL are not bypassed in silence, either', async () => {
  await using project = await openMigrationProject(serverUrl);
  await expect(project.generate(newNotes(POLICY, {}).state())).rejects.toThrow(
    /REST view api\.notes: shows every row of blog\.notes[^]*security: 'invoker'.*security: 'definer'/,
  );
  await project.apply(newNotes(POLICY, { security: 'definer' }).state());
  const { state } = newNotes(POLICY, { security: 'invoker', grants: ['select', 'insert'] });
  await project.apply(state());
  expect(await project.check(state())).toEqual(NO_DRIFT);
  await project.rollback(2);
});

test('nor by a view that the REST view reads', async () => {
  await using project = await openMigrationProject(serverUrl);
  const through = (security?: 'invoker' | 'definer') => {
    const { metadata, notes, state } = newNotes(POLICY, { security: 'invoker' });
    const bodies = schemaView('bodies', {
      metadata,
      schema: 'blog',
      query: (builder) => builder.select({ body: notes.table.body }).from(notes.table),
      ...(security ? { security } : {}),
    });
    restView(notes, {
      name: 'copies',
      security: 'invoker',
      query: () => select({ body: bodies.table.body }).from(bodies.table),
    });
    return state();
  };
  await expect(project.generate(through())).rejects.toThrow(
    /REST view api\.copies: shows every row of blog\.notes.*view blog\.bodies, which it reads/,
  );
  await expect(project.generate(through('definer'))).resolves.toBeDefined();
  await expect(project.generate(through('invoker'))).resolves.toBeDefined();
});

test.each([undefined, 'invoker'] as const)(
  'nor by a materialized view, through a view with security: %s',
  async (security) => {
    await using project = await openMigrationProject(serverUrl);
    const stored = (options: { readonly security?: 'definer' }) => {
      const { metadata, config, notes, state } = newNotes(POLICY, { security: 'invoker' });
      const view = schemaView('bodies', {
        metadata,
        schema: 'blog',
        query: (builder) => builder.select({ body: notes.table.body }).from(notes.table),
        ...(security ? { security } : {}),
      });
      const bodies = materializedView('stored_bodies', {
        metadata,
        schema: 'blog',
        query: (builder) => builder.select({ body: view.table.body }).from(view.table),
      });
      const pages = table('pages', { body: text() }, { metadata, config, schema: 'blog' });
      restView(pages, {
        ...options,
        query: () => select({ body: bodies.table.body }).from(bodies.table),
      });
      return state();
    };
    await expect(project.generate(stored({}))).rejects.toThrow(
      /REST view api\.pages: shows every row of blog\.notes.*materialized view blog\.stored_bodies, which it reads[^]*Or give api\.pages security: 'definer'/,
    );
    await expect(project.generate(stored({ security: 'definer' }))).resolves.toBeDefined();
  },
);

test('a constraint over hidden columns is not left to the commit', async () => {
  await using project = await openMigrationProject(serverUrl);
  const constraint = (kind: string) => [
    `ALTER TABLE blog.notes ADD CONSTRAINT one UNIQUE (body, secret) ${kind}`,
  ];
  const hiding = { columns: ['id', 'body'], grants: ['select', 'insert'] } as object;
  await expect(
    project.generate(newNotes(constraint('DEFERRABLE'), hiding).state()),
  ).rejects.toThrow(
    'REST view api.notes: hides secret, and constraint one of blog.notes is DEFERRABLE',
  );
  for (const options of [{}, { columns: ['id', 'body'], grants: ['select'] } as object]) {
    const { state } = newNotes(constraint('DEFERRABLE INITIALLY DEFERRED'), options);
    await expect(project.generate(state())).resolves.toBeDefined();
    await project.forget((await project.migrations())[0]!);
  }
});

test('nor is a trigger, which may quote what it reads', async () => {
  await using project = await openMigrationProject(serverUrl);
  const statements = [
    'CREATE FUNCTION blog.f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'CREATE CONSTRAINT TRIGGER late AFTER INSERT ON blog.notes DEFERRABLE FOR EACH ROW EXECUTE FUNCTION blog.f()',
  ];
  const hiding = { columns: ['id', 'body'], grants: ['select', 'insert'] } as object;
  await expect(project.generate(newNotes(statements, hiding).state())).rejects.toThrow(
    'REST view api.notes: hides secret, and constraint trigger late of blog.notes is DEFERRABLE',
  );
});

test.each(['yes', '1', 'on'])(
  'a view with security_invoker = %s has no rights of its owner',
  async (value) => {
    await using project = await openMigrationProject(serverUrl);
    const { notes, state } = newNotes(
      [
        ...POLICY,
        `CREATE VIEW blog.bodies WITH (security_invoker = ${value}) AS SELECT id, body FROM blog.notes`,
      ],
      { security: 'invoker' },
    );
    restView(notes, {
      name: 'copies',
      security: 'invoker',
      query: () => select({ body: sql<string>`bodies.body` }).from(sql`blog.bodies`),
    });
    await expect(project.generate(state())).resolves.toBeDefined();
  },
);
