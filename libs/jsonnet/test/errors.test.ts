import { expect, test } from 'vitest';
import { failure, memory } from './run.js';

/*
 * Mistakes that authors of configs make, with the whole message each gets. A change to one of these
 * is a change of what users read: compare it with what other implementations print.
 */

test('a missing comma', () => {
  const source = `{
  name: 'shop',
  resources: [
    { name: 'item', fields: ['id', 'price'] }
    { name: 'order', fields: ['id'] },
  ],
  port: 80
  host: 'localhost',
}`;
  expect(failure(source).message).toMatchInlineSnapshot(`
    "test.jsonnet:7:11: expected "," or "}" after this field, found "host"
      7 |   port: 80
        |           ^
    hint: a comma is missing before "host""
  `);
});

test('a field that does not exist', () => {
  const source = `local database = { host: 'db', port: 5432, name: 'shop' };
local url(db) = 'postgres://%s:%d/%s' % [db.hots, db.port, db.name];
{
  databases: [{ url: url(database) }],
}`;
  expect(failure(source).message).toMatchInlineSnapshot(`
    "test.jsonnet:2:45: the object has no field "hots"
      2 | local url(db) = 'postgres://%s:%d/%s' % [db.hots, db.port, db.name];
        |                                             ^^^^
    hint: did you mean "host"?
      in function url (test.jsonnet:4:22)
      in field "url" (test.jsonnet:4:22)
      in the result at databases[0].url (test.jsonnet:4:22)"
  `);
});

test('an import that does not exist', () => {
  const source = `local auth = import 'stdlib/auth/jtw.libsonnet';
{ auth: auth.jwt({ secret: 'x' }) }`;
  expect(failure(source, { resolve: memory({}) }).message).toMatchInlineSnapshot(`
    "test.jsonnet:1:14: cannot import "stdlib/auth/jtw.libsonnet": there is no such file
      1 | local auth = import 'stdlib/auth/jtw.libsonnet';
        |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      in field "auth" (test.jsonnet:2:9)"
  `);
});

test('infinite recursion of fields', () => {
  const source = `local base = { limit: self.max / 2, max: self.limit * 2 };
{ page: base { size: 10 } }`;
  expect(failure(source).message).toMatchInlineSnapshot(`
    "test.jsonnet:1:23: infinite recursion: the field "limit" needs its own value
      1 | local base = { limit: self.max / 2, max: self.limit * 2 };
        |                       ^^^^^^^^^^^^
      in field "max" (test.jsonnet:1:42)
      in field "limit" (test.jsonnet:1:23)
      in the result at page.limit (test.jsonnet:1:23)"
  `);
});

test('a value of the wrong type for a function', () => {
  const source = `local names(resources) = std.map(function(r) r.name, resources);
{ all: std.join(', ', names({ name: 'item' })) }`;
  expect(failure(source).message).toMatchInlineSnapshot(`
    "test.jsonnet:1:54: std.map: "arr" must be an array or a string, got an object
      1 | local names(resources) = std.map(function(r) r.name, resources);
        |                                                      ^^^^^^^^^
      in function names (test.jsonnet:2:23)
      in field "all" (test.jsonnet:2:8)"
  `);
});

test('an assertion that fails', () => {
  const source = `local resource(name) = {
  assert std.length(self.fields) > 0 : 'resource %s has no fields' % name,
  name: name,
  fields: [],
};
{ resources: [resource('item') { fields: ['id'] }, resource('order')] }`;
  expect(failure(source).message).toMatchInlineSnapshot(`
    "test.jsonnet:2:10: resource order has no fields
      2 |   assert std.length(self.fields) > 0 : 'resource %s has no fields' % name,
        |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
      in the result at resources[1] (test.jsonnet:6:52)"
  `);
});

test('a bad value for std.format', () => {
  const source = `local path(resource, id) = '/%s/%d' % [resource, id];
{ paths: [path('items', 1), path('orders', 'two')] }`;
  expect(failure(source).message).toMatchInlineSnapshot(`
    "test.jsonnet:1:28: %d takes a number, but value 1 is a string
      1 | local path(resource, id) = '/%s/%d' % [resource, id];
        |                            ^^^^^^^^^^^^^^^^^^^^^^^^^
      in function path (test.jsonnet:2:29)
      in the result at paths[1] (test.jsonnet:2:29)"
  `);
});

test('unknown variables', () => {
  const source = `local defaultPort = 80;
{ port: defaultPrt, host: hostname }`;
  expect(failure(source).message).toMatchInlineSnapshot(`
    "test.jsonnet:2:9: unknown variable "defaultPrt"
      2 | { port: defaultPrt, host: hostname }
        |         ^^^^^^^^^^
    hint: did you mean "defaultPort"?

    test.jsonnet:2:27: unknown variable "hostname"
      2 | { port: defaultPrt, host: hostname }
        |                           ^^^^^^^^"
  `);
});

test('a duplicate field', () => {
  const source = `{
  name: 'item',
  path: '/items',
  name: 'items',
}`;
  expect(failure(source).message).toMatchInlineSnapshot(`
    "test.jsonnet:4:3: the field "name" is given twice
      4 |   name: 'items',
        |   ^^^^
    hint: the first is on line 2"
  `);
});

test('an unclosed text block', () => {
  const source = `{
  readme: |||
    Shop
    ====
  name: 'shop',
}`;
  expect(failure(source).message).toMatchInlineSnapshot(`
    "test.jsonnet:2:11: unclosed text block
      2 |   readme: |||
        |           ^^^
    hint: end it with ||| on a line of its own, indented less than the text"
  `);
});

test('a recursion without end', () => {
  const source = `local walk(node) = [node.name] + std.flatMap(walk, node.children);
local tree = { name: 'root', children: [tree] };
{ names: walk(tree) }`;
  expect(failure(source).message).toMatchInlineSnapshot(`
    "test.jsonnet:1:34: more than 500 nested calls and values
      1 | local walk(node) = [node.name] + std.flatMap(walk, node.children);
        |                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    hint: the recursion may never end; if it is just deep, raise maxStack
      in std.flatMap (test.jsonnet:1:34), 498 times
      in function walk (test.jsonnet:3:10)
      in field "names" (test.jsonnet:3:10)"
  `);
});

test('several mistakes at once', () => {
  const source = `local port = 80
{
  url: 'http://x' port,
  hosts: ['a' 'b'],
  list: [1, 2,, 3],
  for: 1,
}`;
  expect(failure(source).message).toMatchInlineSnapshot(`
    "test.jsonnet:3:18: expected "," or "}" after this field, found "port"
      3 |   url: 'http://x' port,
        |                  ^

    test.jsonnet:4:14: expected "," or "]" after this element, found a string
      4 |   hosts: ['a' 'b'],
        |              ^
    hint: a comma is missing before a string

    test.jsonnet:5:15: expected an expression, found ","
      5 |   list: [1, 2,, 3],
        |               ^
    hint: there is a comma too many, or a value is missing before it

    test.jsonnet:6:6: expected a variable after "for", found ":"
      6 |   for: 1,
        |      ^

    test.jsonnet:7:2: expected ";" after the local, found the end of the file
      7 | }
        |  ^
    hint: … and then the expression that uses it"
  `);
});

test('a mistake in a file that is imported by an imported file', () => {
  const files = {
    'lib/a.libsonnet': `{ make(n):: (import 'b.libsonnet').twice(n) }`,
    'lib/b.libsonnet': `{\n  twice(n):: n * 2,\n}`,
  };
  const source = `local a = import 'lib/a.libsonnet';\n{ size: a.make('2') }`;
  expect(failure(source, { resolve: memory(files) }).message).toMatchInlineSnapshot(`
    "lib/b.libsonnet:2:14: the operands of "*" must be numbers, got a string and a number
      2 |   twice(n):: n * 2,
        |              ^^^^^
      in function twice (lib/a.libsonnet:1:14)
      in function make (test.jsonnet:2:9)
      in field "size" (test.jsonnet:2:9)"
  `);
});

test('the structure of an error', () => {
  const error = failure(`local f(x) = x.sise;\n{ a: f({ size: 1 }) }`);
  expect(error.kind).toBe('field');
  expect(error.problem).toBe('the object has no field "sise"');
  expect(error.hint).toBe('did you mean "size"?');
  expect(error.location).toEqual({
    file: 'test.jsonnet',
    line: 1,
    column: 16,
    endLine: 1,
    endColumn: 20,
  });
  expect(error.trace.map((step) => step.description)).toEqual(['function f', 'field "a"']);
  expect(error.related).toEqual([]);
});

test('every syntax and static problem is in the structure', () => {
  const syntax = failure('[1 2, 3 4]');
  expect([syntax.kind, ...syntax.related.map((problem) => problem.kind)]).toEqual([
    'syntax',
    'syntax',
  ]);
  const statics = failure('[a, b, self]');
  expect(statics.related.map((problem) => problem.location!.column)).toEqual([5, 8]);
});

test.each([
  ['{ a: "x', 'unclosed string'],
  ['{ a: 1', '"}" is missing: the object is never closed'],
  ['[1, 2', '"]" is missing: the array is never closed'],
  ['{ a = 1 }', 'a field is written with ":": a: …'],
  ['local x: 1; x', 'a local is written with "=": local x = …'],
  ['{ if: 1 }', `put it in quotes: 'if'`],
  ['{ 1: 2 }', `put the name in quotes: '1'`],
  ['1 +', 'expected an expression, found the end of the file'],
  ['1 1', 'expected the end of the file, found the number 1'],
  ['local x = 1', 'expected ";" after the local'],
  ['local if = 1; 2', '"if" is a word of the language'],
  ['"\\q"', 'unknown escape "\\q"'],
  ['"\\u12"', '\\u takes four hexadecimal digits'],
  ['01', 'a number does not begin with 0'],
  ['0x1F', 'hexadecimal is std.parseHex'],
  ['1_', 'an underscore goes between two digits'],
  ['1.', 'digits must follow the point'],
  ['a === b', 'equality is =='],
  ['“x”', 'use the straight quotes'],
  ['/* open', 'unclosed comment'],
  ['super', 'super stands only before a field'],
  ['import "a" + "b"', 'put the import in parentheses'],
  ['import x', 'it cannot be computed'],
  ['f(a=1, 2)', 'a positional argument after a named one'],
  ['function(a, a) a', 'the parameter "a" is given twice'],
  ['local a = 1, a = 2; a', 'the variable "a" is given twice'],
  ['['.repeat(600), 'nested more than 500 levels deep'],
])('%s', (source, text) => {
  expect(failure(source).message).toContain(text);
});
