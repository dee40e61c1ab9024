import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import { failure, run } from './run.js';

const maxMemory = 2 ** 26;

// The heap is measured: what a test leaves there would be freed while the next one runs, and leave it more.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
beforeEach(() => {
  collectGarbage();
});

test.each([
  ['a repetition', `std.repeat('x', 5e8)`],
  ['a repeated array', `std.repeat([1, 2, 3], 1e7)`],
  ['a range', `std.range(1, 3e7)`],
  ['an array that is made', `std.makeArray(1e6, function(i) i)`],
  ['many ranges', `[std.range(1, 1e5) for i in std.range(1, 1e5)]`],
  ['a comprehension', `[[a, b] for a in std.range(1, 1e5) for b in std.range(1, 1e5)]`],
  [
    'an object comprehension',
    `local k = std.repeat('k', 1000); { [k + i]: 1 for i in std.range(1, 1e6) }`,
  ],
  ['doublings of a string', `local d(s) = d(s + s) tailstrict; d('ab')`],
  ['doublings by format', `local d(s) = d('%s%s' % [s, s]) tailstrict; d('ab')`],
  ['doublings of an array', `local d(a) = d(a + a) tailstrict; d([1])`],
  ['a list without end', `local f(l, n) = f({ next: l, n: n }, n + 1) tailstrict; f(null, 0)`],
  ['an object without end', `local f(o, n) = f(o + { ['' + n]: n }, n + 1) tailstrict; f({}, 0)`],
  ['a join', `std.length(std.join('x', std.repeat([std.repeat('y', 1e6)], 100)))`],
  ['joined arrays', `std.flattenArrays(std.repeat([std.range(1, 1e5)], 1000))`],
  ['a replacement', `std.strReplace(std.repeat('a', 1e5), 'a', std.repeat('b', 1e3))`],
  ['an escaped string', `std.length(std.escapeStringJson(std.repeat('\\u0001', 3e7)))`],
  ['a string for XML', `std.length(std.escapeStringXML(std.repeat('<', 5e7)))`],
  ['a replacement by as much', `std.strReplace(std.repeat('a', 1e7), 'a', 'b')`],
  ['a wide format', `'%100000000d' % 1`],
  ['parts of a string', `std.split(std.repeat('a,', 1e7), ',')`],
  ['characters', `std.stringChars(std.repeat('ab', 1e7))`],
  ['bytes', `std.encodeUTF8(std.repeat('ab', 1e7))`],
  ['some parts of a string', `std.splitLimit(std.repeat('a,', 1e7), ',', 1e6)`],
  ['parts of a string from its end', `std.splitLimitR(std.repeat('a,', 1e7), ',', 1e6)`],
  ['calls to be made', `std.length(std.map(std.abs, std.repeat([1], 1e7)))`],
  ['nested JSON', `std.parseJson(std.repeat('[', 1e6))`],
  ['a list in JSON', `std.length(std.parseJson('[' + std.repeat('[],', 1e6) + '1]'))`],
  ['a list in YAML', `std.length(std.parseYaml(std.repeat('- a\n', 1e6)))`],
  ['a list on a line of YAML', `std.parseYaml('[' + std.repeat('a,', 1e6) + 'a]')`],
  ['documents in YAML', `std.length(std.parseYaml(std.repeat('---\n', 3e5)))`],
  ['copies of a string', `std.map(std.asciiUpper, std.repeat([std.repeat('x', 1e5)], 1e5))`],
  [
    'JSON of one string many times',
    `std.manifestJson(std.repeat(['"' + std.repeat('x', 1e5)], 1e5))`,
  ],
  ['a result of one string many times', `std.repeat([std.repeat('x', 1e6)], 1e3)`],
])('maxMemory ends %s, with a place', (_, source) => {
  const { kind, limit, problem, location, hint } = failure(source, { maxMemory });
  expect({ kind, limit, problem }).toEqual({
    kind: 'limit',
    limit: 'maxMemory',
    problem: 'the evaluation takes more than 64 MiB of memory',
  });
  expect(location).toMatchObject({ file: 'test.jsonnet', line: 1 });
  expect(hint).toBe('it may never end; if it is just large, raise maxMemory');
});

test.each([
  ['a list', `[${'1,'.repeat(1e6)}]`],
  ['a sum', `1${'+1'.repeat(1e6)}`],
])('maxMemory ends a program that is %s, too long for it', (_, source) => {
  expect(failure(source, { maxMemory })).toMatchObject({
    kind: 'limit',
    limit: 'maxMemory',
    location: { file: 'test.jsonnet', line: 1 },
  });
});

test('a file that is no text has ten problems', () => {
  const { problem, related } = failure('\0'.repeat(3e5));
  expect(problem).toBe('unexpected character "\0"');
  expect(related).toHaveLength(9);
});

test('maxMemory ends an import of many bytes, with its place', () => {
  const resolve = () => ({ path: 'bytes', contents: new Uint8Array(1e7) });
  expect(failure(`std.length(importbin 'bytes')`, { maxMemory, resolve })).toMatchObject({
    limit: 'maxMemory',
    location: { file: 'test.jsonnet', line: 1, column: 12 },
  });
});

test.each([
  // What is dropped does not count, nor does a string that grows from the one before.
  ['strings', `std.length(std.foldl(function(s, i) s + 'x', std.range(1, 1e5), ''))`, 100_000],
  [
    'arrays',
    `std.foldl(function(n, i) n + std.length(std.range(1, 1000)), std.range(1, 20000), 0)`,
    20_000_000,
  ],
  [
    'objects',
    `std.foldl(function(n, i) std.length({ a: n, ['b' + i]: i }), std.range(1, 200000), 0)`,
    2,
  ],
])('maxMemory does not end a long loop over %s', (_, source, value) => {
  expect(run(source, { maxMemory: 2 ** 28 })).toBe(value);
});

test('maxMemory is 1 GiB by default', () => {
  expect(failure(`std.parseJson(std.repeat('[', 2e7))`).problem).toBe(
    'the evaluation takes more than 1 GiB of memory',
  );
});

test('each evaluation has an account of its own', () => {
  const source = `std.length(std.repeat('x', 2e7))`;
  for (let count = 0; count < 5; count++) expect(run(source, { maxMemory })).toBe(2e7);
});
