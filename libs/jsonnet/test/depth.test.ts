import { describe, expect, test } from 'vitest';
import type { Case } from './run.js';
import { failure, run } from './run.js';

/** Far beyond what JavaScript's stack holds. */
const DEEP = 100_000;
const maxStack = 1_000_000;

/** Deep runs take a second or so each, and more on a machine that is busy. */
const timeout = 60_000;

describe('depth is not limited by the stack of JavaScript', { timeout }, () => {
  test('tail-strict calls do not count', () => {
    const source = `local loop(n, sum) = if n == 0 then sum else loop(n - 1, sum + 1) tailstrict; loop(${DEEP}, 0)`;
    expect(run(source)).toBe(DEEP);
  });

  test.each<Case>([
    [`local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(${DEEP})`, DEEP],
    [
      `local list(n) = if n == 0 then null else { n: n, rest: list(n - 1) }; local len(l) = if l == null then 0 else 1 + len(l.rest); len(list(${DEEP}))`,
      DEEP,
    ],
    [
      `local a = std.makeArray(${DEEP}, function(i) if i == 0 then 0 else a[i - 1] + 1); a[${DEEP - 1}]`,
      DEEP - 1,
    ],
    [
      `{ [std.toString(i)]: if i == 0 then 0 else self[std.toString(i - 1)] + 1 for i in std.range(0, 20000) }["20000"]`,
      20000,
    ],
    [
      `local f(n) = std.foldl(function(a, x) a + x, [if n == 0 then 0 else f(n - 1)], 1); f(20000)`,
      20001,
    ],
    [`local f(n) = if n == 0 then [] else [f(n - 1)]; f(20000) == f(20000)`, true],
    [
      `local f(n) = if n == 0 then [] else [f(n - 1)]; std.length(std.manifestJsonMinified(f(20000)))`,
      40002,
    ],
    [`local f(n) = if n == 0 then [1] else [f(n - 1)]; std.flattenDeepArray(f(20000))`, [1]],
    [
      `local even(n) = if n == 0 then true else odd(n - 1), odd(n) = if n == 0 then false else even(n - 1); even(50001)`,
      false,
    ],
  ])('%s', (source, value) => {
    expect(run(source, { maxStack })).toEqual(value);
  });

  test('a result may be as deep', () => {
    const source = `local f(n) = if n == 0 then 'end' else { next: f(n - 1) }; f(${DEEP})`;
    let value = run(source, { maxStack });
    let depth = 0;
    for (; typeof value === 'object'; depth++) value = (value as { next: unknown }).next;
    expect([depth, value]).toEqual([DEEP, 'end']);
  });

  test('each value is traced once, however often a deep run is replayed', () => {
    const lines: string[] = [];
    const source = `local f(n) = if n == 0 then 0 else std.trace('at ' + n, 1) + f(n - 1); f(3000)`;
    expect(run(source, { maxStack, trace: (line) => lines.push(line) })).toBe(3000);
    expect(lines.join()).toBe(Array.from({ length: 3000 }, (_, n) => `at ${3000 - n}`).join());
  });

  test('an error in the depth has the trace of the whole way', () => {
    const error = failure(
      `local f(n) = if n == 0 then error 'deep' else 1 + f(n - 1); { a: f(5000) }`,
      {
        maxStack,
      },
    );
    expect(error.problem).toBe('deep');
    expect(error.trace).toHaveLength(5002);
    expect(error.message).toContain('in function f (test.jsonnet:1:51), 5000 times');
  });

  test('a cycle in the depth is a cycle', () => {
    const source = `local a = std.makeArray(5000, function(i) a[(i + 1) % 5000] + 1); a[0]`;
    expect(failure(source, { maxStack }).message).toContain('needs itself');
  });
});

describe('maxStack', { timeout }, () => {
  const recursion = (depth: number): string =>
    `local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(${depth})`;

  test('is 500 by default, as in the reference', () => {
    expect(run(recursion(450))).toBe(450);
    expect(failure(recursion(600)).message).toContain('more than 500 calls and values');
  });

  test.each([50, 2000, 10_000])('of %i is kept to', (limit) => {
    expect(run(recursion(limit - 5), { maxStack: limit })).toBe(limit - 5);
    const error = failure(recursion(limit * 2), { maxStack: limit });
    expect([error.kind, error.hint]).toEqual([
      'recursion',
      'the recursion may not end; if it only is deep, raise maxStack',
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
