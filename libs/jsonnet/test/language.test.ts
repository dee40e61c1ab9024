import { describe, expect, test } from 'vitest';
import type { Case } from './run.js';
import { failure, run } from './run.js';

const topics: Record<string, readonly Case[]> = {
  literals: [
    ['null', null],
    ['[true, false]', [true, false]],
    ['[0, 1.5, 1e3, 1E-2, 2.5e+1, 1_000, 1_0.2_5]', [0, 1.5, 1000, 0.01, 25, 1000, 10.25]],
    [String.raw`"a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"`, 'a"\\/\b\f\n\r\té😀'],
    [String.raw`'it\'s'`, "it's"],
    [String.raw`[@"a\n""b""", @'c''d']`, ['a\\n"b"', "c'd"]],
    ['\ufeff# shebang or comment\n1 // end\n /* in\nside */ + 2', 3],
  ],
  'text blocks': [
    ['|||\n  one\n    two\n\n  three\n|||', 'one\n  two\n\nthree\n'],
    ['|||-\n  one\n  two\n|||', 'one\ntwo'],
    ['|||\n\tone\n\ttwo\n  |||', 'one\ntwo\n'],
    ['|||\n\n  after a blank line\n|||', '\nafter a blank line\n'],
    ['|||\n  ||| is not the end\n|||', '||| is not the end\n'],
    ['|||\r\n  dos\r\n|||', 'dos\r\n'],
  ],
  operators: [
    ['[7 / 2, 7 % 3, -7 % 3, 2 * 3 + 4, 2 + 3 * 4, -2 - -3, +5]', [3.5, 1, -1, 10, 14, 1, 5]],
    ['[1 << 3, 256 >> 4, 6 & 3, 6 | 3, 6 ^ 3, ~5]', [8, 16, 2, 7, 5, -6]],
    ['[1 << 40, -1 >> 1, 9007199254740991 & 1]', [2 ** 40, -1, 1]],
    ['[1 < 2, 2 <= 2, "a" > "B", [1, 2] < [1, 3], [1] < [1, 0]]', [true, true, true, true, true]],
    [
      '[1 == 1.0, "a" == "b", [1, [2]] == [1, [2]], {a: 1, b:: 2} == {a: 1}, null != 0]',
      [true, false, true, true, true],
    ],
    [
      '[true && false, false && error "no", true || error "no", !true]',
      [false, false, true, false],
    ],
    [
      '["a" + 1, 1 + "a", "x" + null, "l: " + [1, {a: "b"}], {} + ""]',
      ['a1', '1a', 'xnull', 'l: [1, {"a": "b"}]', '{ }'],
    ],
    ['[1, 2] + [3] + []', [1, 2, 3]],
    ['["a" in {a:: 1}, "b" in {a: 1}]', [true, false]],
    ['"%s-%03d" % ["x", 7]', 'x-007'],
    ['"\\uffff" < "\\ud83d\\ude00"', true],
  ],
  'conditionals and locals': [
    ['if 1 > 2 then "a" else if 2 > 3 then "b" else "c"', 'c'],
    ['if false then 1', null],
    ['local a = b + 1, b = 2; local c = a * 10; c', 30],
    ['local x = 1; local x = 2; x', 2],
    ['local f(x) = if x == 0 then [] else [x] + f(x - 1); f(3)', [3, 2, 1]],
    ['local unused = error "never"; 1', 1],
    ['local xs = [error "never"], text = "a😀c", i = 0; local x = xs[i], y = xs[i + 1]; 1', 1],
    ['local xs = [1, 2], k = 5, j = 0.5; local x = xs[k], y = xs[j], z = "ab"[k]; 1', 1],
    [
      'local text = "a😀c", xs = [null, 2], i = 1, o = 0; local x = text[i], y = xs[o]; [x, y]',
      ['😀', null],
    ],
    ['assert 1 < 2 : "no"; assert true; 5', 5],
    ['1 + local x = 2; x * 10', 21],
  ],
  functions: [
    ['(function(a, b=a + 1, c=b * 2) [a, b, c])(1)', [1, 2, 4]],
    ['(function(a=b, b=2) a + b)()', 4],
    ['local f(a, b=10) = a - b; [f(1), f(1, 2), f(b=1, a=5), f(1, b=0)]', [-9, -1, 4, 1]],
    ['local f(x, y) = x; f(1, error "lazy")', 1],
    ['local add(a) = function(b) a + b; add(1)(2)', 3],
    ['{ twice(x):: x * 2, four: self.twice(2) }', { four: 4 }],
    ['std.length(function(a, b, c=1) a)', 2],
    [
      'local loop(n, sum) = if n == 0 then sum else loop(n - 1, sum + n) tailstrict; loop(10, 0)',
      55,
    ],
    ['local apply(f) = f(4); apply(std.sqrt)', 2],
    ['local f = std.foldl; f(function(a, b) a + b, [1, 2], init=3)', 6],
  ],
  'arrays and slices': [
    ['[10, 20, 30][1]', 20],
    ['"añ😀"[2]', '😀'],
    [
      'local a = [0, 1, 2, 3, 4]; [a[1:3], a[:2], a[3:], a[::2], a[1::2], a[-2:], a[:-1], a[9:]]',
      [[1, 2], [0, 1], [3, 4], [0, 2, 4], [1, 3], [3, 4], [0, 1, 2, 3], []],
    ],
    ['["hello"[1:4], "hello"[::2], "a😀b"[1:]]', ['ell', 'hlo', '😀b']],
    ['[x * y for x in [1, 2, 3] if x != 2 for y in [10, 100]]', [10, 100, 30, 300]],
    ['[i for i in [1, 2, 3, 4] if i % 2 == 0 if i > 2]', [4]],
    ['[[x for x in y] for y in [[1], [2, 3]]]', [[1], [2, 3]]],
    ['local a = [a[1], 2]; a', [2, 2]],
    ['local a = [1], b = a + [2], c = a + [3]; [a, b, c]', [[1], [1, 2], [1, 3]]],
    ['local a = [1, 2]; a + a + a[0:1]', [1, 2, 1, 2, 1]],
  ],
};

describe.each(Object.entries(topics))('%s', (_, cases) => {
  test.each(cases)('%s', (source, value) => {
    expect(run(source)).toEqual(value);
  });
});

describe('what has no value', () => {
  test.each([
    ['1 / 0', 'division by zero'],
    ['1e308 * 10', 'overflow'],
    ['1 << 53 << 1', '2^53 - 1'],
    ['1 >> -1', 'negative'],
    ['{} < {}', 'no order'],
    ['1 < "a"', 'cannot compare number with string'],
    ['(function(x) x) == (function(x) x)', 'functions cannot be compared'],
    ['1 && true', 'must be a boolean, got a number'],
    ['if 1 then 2', 'must be a boolean, got a number'],
    ['[1][1]', 'out of bounds'],
    ['[1][0.5]', 'whole number'],
    ['[1]["a"]', 'cannot take the field "a" of an array'],
    ['"abc"[3]', 'out of bounds'],
    ['[1, 2][::0]', 'at least 1'],
    ['5(1)', 'only functions can be called, got a number'],
    ['(function(a) a)()', 'missing argument "a"'],
    ['(function(a) a)(1, 2)', 'too many arguments'],
    ['(function(a) a)(1, a=2)', 'given twice'],
    ['(function(abc) 1)(abd=2)', 'no parameter "abd"'],
    ['[x for x in {a: 1}]', 'runs over an array, got an object'],
    ['error {code: 7}', '{"code": 7}'],
    ['assert 1 > 2 : "math"; 1', 'math'],
    ['-"a"', 'must be a number, got a string'],
    ['null.a', 'cannot take the field "a" of null'],
    ['function(x) x', 'missing argument "x"'],
    ['[function(x) x]', 'function, which has no JSON form'],
  ])('%s', (source, problem) => {
    expect(failure(source).message).toContain(problem);
  });
});
