import { integer, pgEnum, PgSchema, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';

import {
  desiredState,
  Extension,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  table,
} from '../index.js';

/** Two extensions that do the given things to the metadata. */
function config(first: (metadata: Metadata) => void, second: (metadata: Metadata) => void) {
  class First extends Extension {
    override readonly name = 'first';
    override configureMetadata = first;
  }
  class Second extends Extension {
    override readonly name = 'second';
    override configureMetadata = second;
  }
  return new SchemaConfig({ autoDiscover: false }).use(new First()).use(new Second());
}

const object = (kind: string, name: string) => ({
  kind,
  schema: 'app',
  name,
  create: () => [`CREATE ${kind} ${name}`],
});

describe('what several owners register', () => {
  test('is merged: schemas, roles, memberships and grants', () => {
    const both = (memberOf: string, privilege: string) => (metadata: Metadata) => {
      metadata
        .registerSchema('app')
        .registerRole({ name: 'auditor', memberOf: [memberOf] })
        .registerGrant({
          on: { kind: 'table', schema: 'app', name: 't' },
          privileges: [privilege],
          to: 'auditor',
        });
    };
    const state = desiredState(new Metadata(), config(both('x', 'update'), both('y', 'select')));
    expect(state.schemas).toEqual(['app']);
    expect(state.roles).toEqual(['auditor']);
    const sql = state.statements.join('\n');
    expect(sql).toContain('GRANT "x" TO "auditor"');
    expect(sql).toContain('GRANT "y" TO "auditor"');
    expect(state.statements.filter((statement) => /ON TABLE/.test(statement))).toEqual([
      'GRANT SELECT, UPDATE ON TABLE "app"."t" TO "auditor"',
    ]);
  });

  test('a role with two sets of attributes is refused, naming both', () => {
    const configured = config(
      (metadata) => metadata.registerRole({ name: 'auditor' }),
      (metadata) => metadata.registerRole({ name: 'auditor', login: true }),
    );
    expect(() => desiredState(new Metadata(), configured)).toThrow(
      'role auditor: is registered as NOLOGIN INHERIT by extension first (registered with use()), but as LOGIN INHERIT by extension second (registered with use()) [conflicting-role]\n  Use the same attributes in both places, or different names.',
    );
  });

  test('each role that is granted something must be registered by somebody', () => {
    const grant = (to: string) => (metadata: Metadata) =>
      metadata.registerGrant({
        on: { kind: 'table', schema: 'app', name: 't' },
        privileges: ['select'],
        to,
      });
    const register = (metadata: Metadata) => metadata.registerRole({ name: 'auditor' });
    const late = config(grant('auditor'), register);
    expect(desiredState(new Metadata(), late).roles).toEqual(['auditor']);
    const metadata = new Metadata();
    metadata.registerGrant({ on: { kind: 'schema', name: 'app' }, privileges: ['usage'], to: 'x' });
    expect(() => desiredState(metadata, config(grant('x'), grant('editor')))).toThrow(
      [
        "grant of usage on schema app: the role 'x' is not registered [unregistered-role]",
        '  Add it to new RestExtension({ roles: ["x"] }), or call metadata.registerRole({ name: "x" }) first.',
        "grant of select on table app.t: the role 'editor' is not registered [unregistered-role]",
        '  Add it to new RestExtension({ roles: ["editor"] }), or call metadata.registerRole({ name: "editor" }) first.',
      ].join('\n'),
    );
  });

  test.each([
    ['table', 'view'],
    ['function', 'function'],
  ])('a %s and a %s of one name are refused, naming both', (one, other) => {
    const configured = config(
      (metadata) => metadata.registerObject(object(one, 'log')),
      (metadata) => metadata.registerObject(object(other, 'log')),
    );
    expect(() => desiredState(new Metadata(), configured)).toThrow(
      `app.log: is the name of two objects: a ${one} by extension first (registered with use()), and a ${other} by extension second (registered with use()) [duplicate-object]\n  Change the name or schema of one of them.`,
    );
  });

  test('a table that is defined twice is named, with the way out', () => {
    const metadata = new Metadata();
    const define = () => table('articles', {}, { metadata, schema: 'blog' });
    define();
    expect(define).toThrow(
      'blog.articles: is defined twice, as a table by the project [duplicate-object]\n  Remove one definition, or change its name or schema.',
    );
  });

  test('a table and a function may share a name', () => {
    const metadata = new Metadata();
    metadata.registerObject(object('table', 'log')).registerObject(object('function', 'log'));
    expect(metadata.objects()).toHaveLength(2);
  });

  test('two REST views of one qualified name are refused, naming both tables', () => {
    const metadata = new Metadata();
    const rest = new SchemaConfig({ autoDiscover: false }).use(new RestExtension());
    const shared = { metadata, config: rest };
    restView(table('articles', {}, { ...shared, schema: 'blog' }));
    const other = table('articles', {}, { ...shared, schema: 'shop' });
    expect(() => restView(other)).toThrow(
      'api.articles: is the name of two objects: the REST view api.articles of table blog.articles by the project, and the REST view api.articles of table shop.articles by the project [duplicate-object]\n  Change the name or schema of one of them.',
    );
    expect(restView(other, { name: 'shop_articles' }).name).toBe('shop_articles');
  });

  test('an enum that two tables use is created once; one that differs is refused', () => {
    const metadata = new Metadata();
    const mood = pgEnum('mood', ['sad', 'ok']);
    table('a', { mood: mood() }, { metadata });
    table('b', { moods: mood().array() }, { metadata });
    const { statements } = desiredState(metadata, new SchemaConfig({ autoDiscover: false }));
    expect(statements.filter((statement) => statement.includes('CREATE TYPE'))).toEqual([
      `CREATE TYPE "public"."mood" AS ENUM ('sad', 'ok')`,
    ]);
    expect(() => table('c', { mood: pgEnum('mood', ['sad'])() }, { metadata })).toThrow(
      "public.mood: is the name of two objects: enum ('sad', 'ok') by the project, and enum ('sad') by the project [duplicate-object]\n  Change the name or schema of one of them.",
    );
  });
});

describe('configureMetadata', () => {
  test('runs each hook once, and an extension sees what its dependency registered', () => {
    let runs = 0;
    const configured = config(
      () => runs++,
      (metadata) => {
        expect(runs).toBe(1);
        metadata.registerSchema('late');
      },
    );
    const metadata = new Metadata();
    desiredState(metadata, configured);
    expect(desiredState(metadata, configured).schemas).toEqual(['late']);
    expect(runs).toBe(1);
  });
});

describe('names', () => {
  test.each([
    [(m: Metadata) => m.registerRole({ name: '' }), "found '': a role needs a name"],
    [(m: Metadata) => m.registerRole({ name: 'pg_x' }), 'reserves'],
    [
      (m: Metadata) => m.registerSchema('a\0'),
      'found "a\\u0000": the name of a schema cannot contain a NUL character',
    ],
    [(m: Metadata) => m.registerObject(object('view', 'x'.repeat(64))), 'but this one has 64'],
    [
      (m: Metadata) =>
        m.registerGrant({
          on: { kind: 'schema', name: 'app' },
          privileges: ['usage; drop table x'],
          to: 'anon',
        }),
      "grant on schema app to anon: found 'usage; drop table x', expected a privilege in lower case, such as 'select' [unknown-privilege]",
    ],
  ])('%#: an impossible one is refused', (register, message) => {
    expect(() => register(new Metadata())).toThrow(message);
  });
});

test('objects are created in the order of registration, foreign keys last', () => {
  const metadata = new Metadata();
  const later = (): AnyPgColumn => b.table.id;
  const a = table('a', { b: integer().references(later) }, { metadata });
  const b = table('b', { a: integer().references(() => a.table.id) }, { metadata });
  const foreign = new PgSchema('other').table('c', { id: integer() });
  table('d', { c: integer().references(() => foreign.id) }, { metadata });
  const { statements } = desiredState(metadata, new SchemaConfig({ autoDiscover: false }));
  expect(statements.map((statement) => statement.split(/[(\n]/)[0])).toEqual([
    'CREATE TABLE "public"."a" ',
    'CREATE TABLE "public"."b" ',
    'CREATE TABLE "public"."d" ',
    'ALTER TABLE "public"."a" ADD CONSTRAINT "a_b_b_id_fk" FOREIGN KEY ',
    'ALTER TABLE "public"."b" ADD CONSTRAINT "b_a_a_id_fk" FOREIGN KEY ',
    'ALTER TABLE "public"."d" ADD CONSTRAINT "d_c_c_id_fk" FOREIGN KEY ',
  ]);
  expect(statements.at(-1)).toContain('REFERENCES "other"."c" ("id")');
});
