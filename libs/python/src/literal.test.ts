import { describe, expect, test } from 'vitest';

import { floatLiteral, literal } from './literal.js';

describe('literal', () => {
  test.each([
    [null, 'None'],
    [true, 'True'],
    [0, '0'],
    [-0, '-0.0'],
    [-(2 ** 63), '-9223372036854775808'],
    [1.5e300, '1.5e300'],
    [1.5e-7, '1.5e-7'],
    [[1, ['a']], '[1, ["a"]]'],
    [{ a: { b: false } }, '{"a": {"b": False}}'],
  ])('%j is %s', (value, expected) => {
    expect(literal(value)).toBe(expected);
  });

  test.each([
    ['plain', '"plain"'],
    ['say "hi"', `'say "hi"'`],
    [`it's "so"`, `'it\\'s "so"'`],
    [`'"`, `"'\\""`],
    ['back\\slash\n', '"back\\\\slash\\n"'],
    ['\0\x7f\u{e9}\u202e\u{1f600}\ud800', '"\\x00\\x7f\\xe9\\u202e\\U0001f600\\ud800"'],
    ['"""', `'"""'`],
  ])('the string %j is %s', (value, expected) => {
    expect(literal(value)).toBe(expected);
  });

  test.each([NaN, Infinity, undefined, () => 1, Symbol('x')])('refuses %s', (value) => {
    expect(() => literal(value)).toThrow(TypeError);
  });
});

test('a float keeps its point', () => {
  expect([floatLiteral(1), floatLiteral(1.5), floatLiteral(1e-9), floatLiteral(-0)]).toEqual([
    '1.0',
    '1.5',
    '1e-9',
    '-0.0',
  ]);
});
