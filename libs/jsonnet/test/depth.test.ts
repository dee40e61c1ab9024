import { describe, expect, test } from 'vitest';
import { failure, run } from './run.js';

/** Far beyond what JavaScript's stack holds. */
const DEEP = 100_000;

/** Recursions of each kind: on the way down and up through calls, fields, elements and the library. */
const RECURSIONS: readonly string[] = [
  'local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(N)',
  'local f(n, m=1) = if n == 0 then 0 else f(m=2, n=n - 1) + 1; f(N)',
  'local list(n) = if n == 0 then null else { rest: list(n - 1) }, len(l) = if l == null then 0 else 1 + len(l.rest); len(list(N))',
  'local a = std.makeArray(N, function(i) if i == 0 then 0 else a[i - 1] + 1); a[N - 1]',
  "{ ['' + i]: if i == 0 then 0 else self['' + (i - 1)] + 1 for i in std.range(0, N) }['N']",
  'local f(n) = std.foldl(function(a, x) a + x, [if n == 0 then 0 else f(n - 1)], 1); f(N)',
  'local f(n) = if n == 0 then 0 else std.max(1, std.max(1, std.max(1, std.max(1, f(n - 1))))); f(N)',
  'local f(n) = if n == 0 then 1 else std.sort([2, 1], function(x) f(n - 1))[0]; f(N)',
  "local f(n) = if n == 0 then '1' else '%s' % [f(n - 1)]; std.length(f(N))",
  'local f(n) = { assert self.x >= 0, x: if n == 0 then 0 else f(n - 1).x }; f(N).x',
  'local f(n) = if n == 0 then { a: 1 } else f(n - 1) + { a: super.a + 1 }; f(N).a',
  'local f(n) = if n == 0 then [0] else [x for x in f(n - 1) if true]; f(N)[0]',
  'local f(n) = if n == 0 then [] else [f(n - 1)]; f(N) == f(N)',
  'local f(n) = if n == 0 then [] else [f(n - 1)]; std.length(std.manifestJsonMinified(f(N)))',
  'local f(n) = if n == 0 then [] else [f(n - 1)]; std.length(std.manifestYamlDoc(f(N)))',
  'local f(n) = if n == 0 then [1] else [f(n - 1)]; std.length(std.flattenDeepArray(f(N)))',
];

test.each(RECURSIONS)("JavaScript's stack holds the 500 levels of %s", (source) => {
  // What ends a recursion by default is maxStack, so that it ends at the same depth everywhere.
  const { kind, problem } = failure(source.replaceAll('N', '2000'));
  expect([kind, problem]).toEqual(['recursion', 'more than 500 nested calls and values']);
});

test.each(RECURSIONS)("beyond JavaScript's stack an error has a place in %s", (source) => {
  const error = failure(source.replaceAll('N', String(DEEP)), { maxStack: 1e9 });
  expect(error.kind).toBe('recursion');
  expect(error.problem).toMatch(/^JavaScript's stack is full: \d{3,5} nested calls and values$/);
  expect(error.hint).toContain('std.foldl or a tail call with tailstrict');
  expect(error.location).toMatchObject({ file: 'test.jsonnet', line: 1 });
});

test('tail-strict calls do not count', () => {
  const source = `local loop(n, sum) = if n == 0 then sum else loop(n - 1, sum + 1) tailstrict; loop(${DEEP}, 0)`;
  expect(run(source)).toBe(DEEP);
});

test('a result may be as deep as maxStack, whatever the stack of JavaScript', () => {
  const source = `local f(n) = if n == 0 then 'end' else { next: f(n - 1) }; f(${DEEP})`;
  let value = run(source, { maxStack: 1_000_000 });
  let depth = 0;
  for (; typeof value === 'object'; depth++) value = (value as { next: unknown }).next;
  expect([depth, value]).toEqual([DEEP, 'end']);
});

test('an error in the depth has the trace of the whole way', () => {
  const source = `local f(n) = if n == 0 then error 'deep' else 1 + f(n - 1); { a: f(400) }`;
  const error = failure(source);
  expect(error.problem).toBe('deep');
  expect(error.trace).toHaveLength(402);
  expect(error.message).toContain('in function f (test.jsonnet:1:51), 400 times');
});

test('a cycle in the depth is a cycle', () => {
  const source = `local a = std.makeArray(50, function(i) a[(i + 1) % 50] + 1); a[0]`;
  expect(failure(source).message).toContain('depends on itself');
});

describe('maxStack', () => {
  const recursion = (depth: number): string =>
    `local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(${depth})`;

  test('is 500 by default, as in the reference', () => {
    expect(run(recursion(450))).toBe(450);
    expect(failure(recursion(600)).message).toContain('more than 500 nested calls and values');
  });

  test.each([50, 1000, 2000])('of %i is kept to', (limit) => {
    expect(run(recursion(limit - 5), { maxStack: limit })).toBe(limit - 5);
    const error = failure(recursion(limit * 2), { maxStack: limit });
    expect([error.kind, error.hint]).toEqual([
      'recursion',
      'the recursion may never end; if it is just deep, raise maxStack',
    ]);
  });

  test('ends a result without end', () => {
    const error = failure('local o = { next: o }; o');
    expect(error.message).toContain('nested more than 500 levels deep');
  });

  test('is that of a result, also where one part of it holds another', () => {
    const nest =
      'local nest(n, inner) = if n == 0 then inner else nest(n - 1, [inner]) tailstrict;';
    const half = `${nest} local half = nest(300, 1);`;
    expect(run(`${half} [half, nest(190, half)]`)).toHaveLength(2);
    expect(failure(`${half} [half, nest(300, half)]`).message).toContain(
      'nested more than 500 levels deep',
    );
  });
});

test.each([
  ['a sum', `${'1 + '.repeat(20_000)}1`, 20_001],
  ['a chain of else if', `${'if false then 0 else '.repeat(20_000)}1`, 1],
  ['a chain of locals', `${'local x = 1; '.repeat(20_000)}x`, 1],
  ['a chain of assertions', `${'assert true; '.repeat(20_000)}1`, 1],
  ['nested arrays', `std.length(${'['.repeat(450)}${']'.repeat(450)})`, 1],
])('the source may hold %s of any length', (_, source, value) => {
  expect(run(source)).toBe(value);
});

test.each([
  ['[', ']'],
  ['(', ')'],
  ['{a:', '}'],
  ['-', ''],
  ['!', ''],
  ['function(x)', ''],
  ['error ', ''],
  ['if ', ''],
])('100,000 nested %j are an error, not a crash', (open, close) => {
  const source = `${open.repeat(DEEP)}1${close.repeat(DEEP)}`;
  expect(failure(source).message).toContain('nested more than 500 levels deep');
});

test('a chain of indexes is limited, not a crash', () => {
  expect(failure(`{}${'.a'.repeat(DEEP)}`).message).toContain('steps in one chain');
  expect(failure(`f${'(1)'.repeat(DEEP)}`).message).toContain('steps in one chain');
});
