import { text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

import {
  domain,
  fn,
  idOf,
  materializedView,
  Metadata,
  partition,
  pgExtension,
  raw,
  restConfig,
  RestExtension,
  restView,
  schemaView,
  SchemaConfig,
  seed,
  sequence,
  table,
  trigger,
} from '../index.js';

/** What is written without its types being checked. */
const unchecked = (value: unknown) => value as never;

const metadata = new Metadata();
const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension());
const things = table('things', { title: text().notNull() }, { metadata, config });
const touch = fn('touch', { metadata, returns: 'trigger', body: 'BEGIN RETURN NEW; END' });
const views = (options: object) => () => restView(things, unchecked(options));
const tables = (options: object) => () => table('t', {}, unchecked({ metadata, ...options }));
const functions = (options: object) => () => fn('f', unchecked({ metadata, body: '', ...options }));
const stored = (options: object) => () =>
  materializedView('v', unchecked({ metadata, query: {}, ...options }));
const triggers = (options: object) => () =>
  trigger('t', unchecked({ on: things, timing: 'before', events: ['update'], call: touch, ...options })); // prettier-ignore

test.each([
  [views({ excludeColumn: ['title'] }), 'excludeColumn', 'excludeColumns'],
  [views({ grant: ['insert'] }), 'grant', 'grants'],
  [tables({ schem: 'app' }), 'schem', 'schema'],
  [triggers({ event: [] }), 'event', 'events'],
  [() => new RestExtension(unchecked({ shema: 'api' })), 'shema', 'schema'],
  [() => new SchemaConfig(unchecked({ autoDiscovery: false })), 'autoDiscovery', 'autoDiscover'],
  [() => domain('d', unchecked({ metadata, type: 'text', check: {} })), 'check', 'checks'],
  [() => sequence('s', unchecked({ metadata, ownedby: 1 })), 'ownedby', 'ownedBy'],
  [functions({ volatilty: true }), 'volatilty', 'volatility'],
  [() => partition('p', unchecked({ of: things, form: [1] })), 'form', 'from'],
  [() => pgExtension('citext', unchecked({ metadata, scheme: 'x' })), 'scheme', 'schema'],
  [() => raw('r', unchecked({ metadata, up: '', down: '', dwn: '' })), 'dwn', 'down'],
  [() => schemaView('v', unchecked({ metadata, query: {}, querry: {} })), 'querry', 'query'],
  [stored({ indices: [] }), 'indices', 'indexes'],
  [stored({ indexes: [{ on: [], unqiue: true }] }), 'indexes[0].unqiue', 'unique'],
  [functions({ args: { a: { typ: 'int' } } }), 'args.a.typ', 'type'],
  [triggers({ rows: { nwe: 'rows' } }), 'rows.nwe', 'new'],
  [() => seed(things, [], unchecked({ keys: ['id'] })), 'keys', 'key'],
  [() => restConfig(metadata, unchecked({ dbURL: 'x' })), 'dbURL', 'dbUri'],
])('an option that is misspelled is no option that was left out: %#', (define, found, meant) => {
  expect(define).toThrow(`${found}: unknown option [unknown-option]\n  Did you mean '${meant}'?`);
});

test.each([
  [views({ security: 'invokers' }), "security: found 'invokers', expected one of 'invoker', 'definer' [wrong-option]\n  Did you mean 'invoker'?"], // prettier-ignore
  [views({ columns: 'title' }), "columns: found 'title', expected a list of strings"],
  [
    views({ roles: { editor: 'select' } }),
    "roles.editor: found 'select', expected a list of strings",
  ],
  [views({ query: 'select' }), "query: found 'select', expected a function"],
  [() => restView(things, unchecked(null)), 'options: found null, expected an object'],
  [() => restView(unchecked(things.table)), 'restView(): found an object, expected what table() returns [wrong-option]\n  Pass what table() returns, not its .table.'], // prettier-ignore
  [
    () => seed(unchecked(things.table), []),
    'seed(): found an object, expected what table() returns',
  ],
  [() => idOf(unchecked({}), {}), 'idOf(): found an object, expected what table() returns'],
  [() => table(unchecked(5), {}, { metadata }), 'table: name: found 5, expected a string'],
  [() => table('t', unchecked(undefined), { metadata }), 'columns: missing, expected an object with columns by key'], // prettier-ignore
  [tables({ constraints: [] }), 'constraints: found an empty list, expected a function'],
  [tables({ plugins: {} }), 'plugins: found an object, expected a list of plugins'],
  [tables({ partitionBy: { range: 'day' } }), 'expected one of range, list and hash, with a list'],
  [tables({ comment: 5 }), 'comment: found 5, expected a string'],
  [tables({ config: {} }), 'config: found an object, expected a SchemaConfig'],
  [() => domain('d', unchecked({ metadata })), 'domain public.d: type: missing, expected a string'],
  [() => sequence('s', unchecked({ metadata, start: 1.5 })), 'start: found 1.5, expected a whole number'], // prettier-ignore
  [() => fn('f', unchecked({ metadata })), "body: missing, expected a string or SQL, as drizzle's"],
  [functions({ args: { a: { type: 'int', default: 1 } } }), "args.a.default: found 1, expected SQL, as drizzle's sql makes it"], // prettier-ignore
  [functions({ args: { a: 5 } }), 'args.a: found 5, expected a string or an object with schema and name or an object with type and default'], // prettier-ignore
  [functions({ searchPath: [1] }), 'searchPath[0]: found 1, expected a string'],
  [functions({ searchPath: 'callers' }), "searchPath: found 'callers', expected a list of strings or 'caller'"], // prettier-ignore
  [stored({ indexes: [{}] }), 'indexes[0].on: missing, expected a list of strings'],
  [stored({ indexes: [{ on: ['a'], unique: 'yes' }] }), "indexes[0].unique: found 'yes', expected true or false"], // prettier-ignore
  [triggers({ rows: { old: 5 } }), 'rows.old: found 5, expected a string'],
  [() => trigger(unchecked(5), unchecked({})), 'trigger: name: found 5, expected a string'],
  [() => raw(unchecked(5), unchecked({})), 'raw SQL: name: found 5, expected a string'],
  [() => partition(unchecked(5), unchecked({})), 'partition: name: found 5, expected a string'],
  [() => pgExtension(unchecked(5), { metadata }), 'PostgreSQL extension: name: found 5, expected'],
  [() => seed(things, unchecked([5])), 'rows[0]: found 5, expected an object with values by'],
  [() => seed(things, unchecked({})), 'rows: found an object, expected a list of rows'],
  [() => idOf(things, unchecked(null)), 'where: found null, expected an object with values by'],
  [
    triggers({ events: ['updates'] }),
    "events[0]: found 'updates', expected one of 'insert', 'update', 'delete', 'truncate' [wrong-option]\n  Did you mean 'update'?",
  ],
  [triggers({ on: things.table }), 'trigger t: on: found an object, expected a table, view or'],
  [
    () => partition('p', unchecked({ of: {} })),
    'partition p: of: found an object, expected a table',
  ],
  [
    () => raw('r', unchecked({ metadata, up: '' })),
    "raw SQL 'r': down: missing, expected a string",
  ],
  [() => schemaView('v', unchecked({ metadata })), 'query: missing, expected a select of drizzle'],
  [() => seed(things, [], unchecked({ existing: 'replace' })), "existing: found 'replace', expected one of 'update', 'keep'"], // prettier-ignore
  [() => config.use(unchecked(RestExtension)), 'SchemaConfig: use: found a function, expected an extension [wrong-option]\n  Create it: use(new RestExtension()).'], // prettier-ignore
])('an option of another kind is refused, with what is expected: %#', (define, message) => {
  expect(define).toThrow(message);
});

test('all problems of a definition are told at once', () => {
  const define = tables({ metadata: undefined, schema: 1, comments: 'x' });
  expect(define).toThrow(
    /comments: unknown option.*\n.*\n.*metadata: missing.*\n.*\n.*schema: found 1/,
  );
});

test('definitions may share their options', () => {
  const common = { metadata: new Metadata(), config, schema: 'app' };
  expect(() => {
    domain('slug', { ...common, type: 'text' });
    raw('r', { ...common, up: 'SELECT 1', down: 'SELECT 1' });
  }).not.toThrow();
});
