import { describe, expect, test } from 'vitest';
import type { Case } from './run.js';
import { failure, run } from './run.js';

const topics: Record<string, readonly Case[]> = {
  fields: [
    ['{ a: 1, "b c": 2, ["d" + "e"]: 3, [null]: error "left out" }', { a: 1, 'b c': 2, de: 3 }],
    ['{ b: 1, a: 2, "\\ud83d\\ude00": 3, "\\uffff": 4 }', { a: 2, b: 1, '\uffff': 4, '😀': 3 }],
    ['{ a: 1, b: self.a + 1, c: { d: $.a, e: self.d } }', { a: 1, b: 2, c: { d: 1, e: 1 } }],
    ['{ local x = 1, a: x, local y = self.a + 1, b: y }', { a: 1, b: 2 }],
    ['{ a: 1 }.a + { a: { b: 2 } }.a.b + { a: 3 }["a"]', 6],
    ['{ [k]: std.length(k) for k in ["a", "bb"] }', { a: 1, bb: 2 }],
    [
      '{ local n = k + "!", [k + j]: n for k in ["a", "b"] if k != "b" for j in ["1", "2"] }',
      { a1: 'a!', a2: 'a!' },
    ],
    ['{ base: 2, inner: { [k]: $.base for k in ["x"] } }', { base: 2, inner: { x: 2 } }],
    ['{ [k]: self.a0 + 1 for k in ["b"] } + { a0:: 1 }', { b: 2 }],
  ],
  visibility: [
    ['{ a: 1, b:: 2, c::: 3 }', { a: 1, c: 3 }],
    ['{ a:: 1 } + { a: 2 }', {}],
    ['{ a:: 1 } + { a::: 2 }', { a: 2 }],
    ['{ a: 1 } + { a:: 2 }', {}],
    ['({ a:: 1 } + { a::: 2 }) + { a: 3 }', { a: 3 }],
    ['{ a: 1, b:: 2, c: self.b }', { a: 1, c: 2 }],
  ],
  inheritance: [
    ['{ a: 1, b: self.a } + { a: 2 }', { a: 2, b: 2 }],
    ['{ a: 1 } { a: super.a + 1 } { a: super.a * 10 }', { a: 20 }],
    ['{ a: { x: 1 } } + { a+: { y: 2 } }', { a: { x: 1, y: 2 } }],
    ['{ a: [1] } + { a+: [2] } + { a+: [3] }', { a: [1, 2, 3] }],
    ['{ a+: 1 }', { a: 1 }],
    [
      '{ a: 1, b:: 1 } + { has: ["a" in super, "b" in super, "c" in super] }',
      { a: 1, has: [true, true, false] },
    ],
    ['local A = { n: 1, f():: self.n }; (A { n: 2 }).f()', 2],
    ['local A = { a: "A" }, B = { a: "B" + super.a }; A + B + B', { a: 'BBA' }],
    ['{ a: 1 } + ({ b: super.a } + { c: super.b })', { a: 1, b: 1, c: 1 }],
    ['({ x: 1 } + { a: { y: 2 }, b: super["x"] }).b', 1],
    ['local o = { x: 1, y: { z: $.x } }; o + { x: 2 }', { x: 2, y: { z: 2 } }],
    ['{ f(x):: x } + { f(x):: super.f(x) + 1, r: self.f(1) }', { r: 2 }],
    ['std.foldl(function(o, i) o + { n+: i }, std.range(1, 2000), { n: 0 })', { n: 2001000 }],
  ],
  assertions: [
    ['{ assert self.a > 0 : "positive", a: 1 }', { a: 1 }],
    ['{ assert self.a > 0, a: -1 } + { a: 1 }', { a: 1 }],
    ['std.objectFields({ assert false, a: 1 })', ['a']],
  ],
};

describe.each(Object.entries(topics))('%s', (_, cases) => {
  test.each(cases)('%s', (source, value) => {
    expect(run(source)).toEqual(value);
  });
});

describe('what an object refuses', () => {
  test.each([
    ['{ a: 1, a: 2 }', 'the field "a" is given twice'],
    ['{ ["a" + i]: i for i in ["", ""] }', 'the field "a" is given twice'],
    ['{ [1]: 2 }', 'must be a string or null, got a number'],
    ['{ a: 1 }.b', 'no field "b"'],
    ['{ a: super.b }', 'no super object'],
    ['{ b: 1 } + { a: super.c }', 'super object has no field "c"'],
    ['{ assert self.a > 0 : "must be positive", a: -1 }', 'must be positive'],
    ['{ a: 1, assert false : "never seen" }.a', 'never seen'],
    ['self.a', '"self" outside of an object'],
    ['$', '"$" outside of an object'],
    ['{ [self.a]: 1, a: "x" }', '"self" outside of an object'],
    ['{ a: 1 for x in [1] }', 'computed name'],
    ['{ ["a"]: 1, ["b"]: 2 for x in [1] }', 'exactly one field'],
    ['{ f(x)+: 1 }', 'a method cannot be extended'],
  ])('%s', (source, problem) => {
    expect(failure(source).message).toContain(problem);
  });
});

test('fields come in the order of their names', () => {
  expect(Object.keys(run('{ c: 1, a: 1, B: 1 }') as object)).toEqual(['B', 'a', 'c']);
});

test('a field is evaluated once', () => {
  const lines: string[] = [];
  const source = '{ a: std.trace("evaluated", 1), b: self.a, c: self.a + self.b }';
  run(source, { trace: (line) => lines.push(line) });
  expect(lines).toEqual(['evaluated']);
});

test('an object of a comprehension is an ordinary object', () => {
  const made = run('{ [k]: 1 for k in ["b", "a", "__proto__"] }') as object;
  expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  expect(Object.keys(made)).toEqual(['__proto__', 'a', 'b']);
});
