import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { failure, memory, run } from './run.js';

const maxSteps = 1_000_000;

describe('maxSteps ends', () => {
  test.each([
    ['a loop without end', 'local f(n) = f(n + 1) tailstrict; f(0)'],
    ['an exponential recursion', 'local f(n) = if n == 0 then 1 else f(n - 1) + f(n - 1); f(60)'],
    ['a large array', 'std.makeArray(1e7, function(i) i)'],
    ['a range', 'std.length(std.range(1, 1e7))'],
    [
      'a comprehension',
      'local r = std.range(1, 1000); std.length([1 for a in r for b in r for c in r])',
    ],
    [
      'a fold',
      'local r = std.range(1, 1000); std.foldl(function(a, x) std.foldl(function(b, y) b + y, r, a), std.range(1, 10000), 0)',
    ],
    [
      'a result that expands',
      'local a = [1, 1], b = [a, a], c = [b, b], d = [c, c, c, c], e = [d, d, d, d], f = [e, e, e, e, e, e, e, e], g = [f, f, f, f, f, f, f, f], h = [g, g, g, g, g, g, g, g]; [h, h, h, h, h, h, h, h, h, h]',
    ],
    [
      'an object of doublings',
      'local d(o, n) = if n == 0 then o else d(o + o, n - 1) tailstrict; std.length(d({ a: 1 }, 40))',
    ],
    [
      'an array of doublings',
      'local d(a, n) = if n == 0 then a else d(a + a, n - 1) tailstrict; std.length(d([1], 40))',
    ],
    ['a repetition', 'std.repeat([1], 1e7)'],
    [
      'a comparison',
      'local a = std.makeArray(400000, function(i) 1), b = std.makeArray(400000, function(i) 1); a == b',
    ],
    [
      'a text of JSON',
      'local a = [1, 1, 1, 1], b = [a, a, a, a], c = [b, b, b, b], d = [c, c, c, c], e = [d, d, d, d], f = [e, e, e, e], g = [f, f, f, f], h = [g, g, g, g], i = [h, h, h, h]; std.length(std.manifestJson([i, i, i, i, i, i]))',
    ],
  ])('%s', (_, source) => {
    const error = failure(source, { maxSteps });
    expect([error.kind, error.problem]).toEqual([
      'limit',
      'the evaluation takes more than 1000000 steps',
    ]);
  });
});

describe('sizes that no program needs are refused', () => {
  test.each([
    ['std.repeat("x", 1e12)', 'too long'],
    ['std.makeArray(1e9, function(i) i)', 'too long'],
    ['std.range(1, 1e12)', 'too long'],
    [
      'local d(s, n) = if n == 0 then s else d(s + s, n - 1) tailstrict; std.length(d("ab", 60))',
      'too long',
    ],
    ['std.format("%1000000000s", ["x"])', 'too long'],
    ['std.format("%.1000000000d", [1])', 'too long'],
    ['std.strReplace(std.repeat("a", 100000), "a", std.repeat("b", 100000))', 'too long'],
    ['std.join(std.repeat("x", 1e8), std.makeArray(10, function(i) ""))', 'too long'],
    ['std.parseJson("1e999")', 'too large'],
  ])('%s', (source, problem) => {
    expect(failure(source).message).toContain(problem);
  });
});

describe('names that JavaScript knows are names like any other', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'];
  const object = `{ ${names.map((name) => `'${name}': '${name}!'`).join(', ')} }`;

  test('as fields', () => {
    const value = run(object) as Record<string, unknown>;
    expect(Object.keys(value).sort()).toEqual([...names].sort());
    for (const name of names) {
      expect(Object.getOwnPropertyDescriptor(value, name)?.value).toBe(`${name}!`);
    }
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(run(`local o = ${object}; [o.__proto__, o.constructor, 'toString' in o]`)).toEqual([
      '__proto__!',
      'constructor!',
      true,
    ]);
    expect(
      run(`['toString' in {}, std.objectHas({}, '__proto__'), std.get({}, 'constructor')]`),
    ).toEqual([false, false, null]);
  });

  test('as fields that are objects, from JSON, YAML, merges and outside', () => {
    const sources = [
      `{ __proto__: { polluted: 1 } }`,
      `{ ['__proto__']: { polluted: 1 } }`,
      `std.parseJson('{"__proto__": {"polluted": 1}}')`,
      `std.parseYaml('__proto__: {polluted: 1}')`,
      `std.mergePatch({}, { __proto__: { polluted: 1 } })`,
      `{ a:: 1 } + { __proto__+: { polluted: 1 } }`,
      `std.mapWithKey(function(k, v) v, { __proto__: { polluted: 1 } })`,
      `std.extVar('x')`,
    ];
    const x: unknown = JSON.parse('{"__proto__": {"polluted": 1}}');
    for (const source of sources) {
      const value = run(source, { extVars: { x: x as never } }) as object;
      expect(Object.keys(value), source).toEqual(['__proto__']);
      expect(Object.getPrototypeOf(value), source).toBe(Object.prototype);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('as variables, parameters, arguments, files and functions of std', () => {
    expect(run('local constructor = 1, __proto__ = 2; constructor + __proto__')).toBe(3);
    expect(run('(function(toString, __proto__=2) toString + __proto__)(toString=1)')).toBe(3);
    expect(failure('constructor').message).toContain('unknown variable "constructor"');
    expect(failure('std.constructor(1)').message).toContain('no field "constructor"');
    expect(failure('std.extVar("__proto__")').message).toContain('no external variable');
    expect(run(`import '__proto__'`, { resolve: memory({ ['__proto__']: '1' }) })).toBe(1);
    expect(run(`"%(constructor)s" % { constructor: 1 }`)).toBe('1');
    expect(failure(`"%(constructor)s" % {}`).message).toContain('names the field "constructor"');
  });
});

describe('large input', () => {
  test('a string of 50 MB', () => {
    const text = 'x'.repeat(50_000_000);
    expect(run(`std.length('${text}')`)).toBe(50_000_000);
    expect(
      run(`std.length(std.extVar('t')) + std.length(std.extVar('t') + 'y')`, {
        extVars: { t: text },
      }),
    ).toBe(100_000_001);
  });

  test('a loop over a long string by index takes linear time', () => {
    const text = 'añ😀'.repeat(20_000);
    const source = `local t = std.extVar('t'); std.foldl(function(n, i) if t[i] == '😀' then n + 1 else n, std.range(0, std.length(t) - 1), 0)`;
    expect(run(source, { extVars: { t: text } })).toBe(20_000);
  });

  test('loops that append to arrays, strings and objects take linear time', () => {
    const range = 'std.range(1, 30000)';
    expect(run(`std.length(std.foldl(function(a, i) a + [i], ${range}, []))`)).toBe(30_000);
    expect(run(`std.length(std.foldl(function(a, i) a + 'x', ${range}, ''))`)).toBe(30_000);
    expect(run(`std.length(std.foldl(function(a, i) a + { ['k' + i]: i }, ${range}, {}))`)).toBe(
      30_000,
    );
  });

  test('aliases of aliases in YAML are not written out', () => {
    const lines = Array.from({ length: 60 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`);
    const text = ['a0: &a0 [x]', ...lines].join('\n');
    expect(run(`std.length(std.parseYaml(std.extVar('t')).a60)`, { extVars: { t: text } })).toBe(2);
  });

  test('an error in a very long line shows a part of it', () => {
    const error = failure(`[${'1, '.repeat(100_000)} oops, 1]`);
    expect(error.frame.length).toBeLessThan(400);
    expect(error.frame).toContain('oops');
  });
});

test.each(['', ' ', '//', '{', '"', "'", '|||', '@', '\0', '\ud800', '[,]', '{,}', '1e', '$', ';'])(
  'the text %j is an error with a place',
  (source) => {
    expect(failure(source).location?.line).toBe(1);
  },
);

test('two results do not share what a caller may change', () => {
  const source = 'local shared = { list: [1] }; { a: shared, b: shared }';
  const value = evaluate(source, { filename: 'test' }).value as Record<string, { list: number[] }>;
  value.a!.list.push(2);
  expect(value.b!.list).toEqual([1]);
});
