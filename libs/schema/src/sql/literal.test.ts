import { describe, expect, test } from 'vitest';

import { dollarQuoted, sqlLiteral } from './literal.js';

describe('sqlLiteral', () => {
  test.each([
    [null, 'NULL'],
    [true, 'true'],
    [1.5, '1.5'],
    [-1, '(-1)'],
    [Number.NaN, "'NaN'"],
    [Number.NEGATIVE_INFINITY, "'-Infinity'"],
    [9007199254740993n, '9007199254740993'],
    [-9007199254740993n, '(-9007199254740993)'],
    ["it's", "'it''s'"],
    ['back\\slash', "E'back\\\\slash'"],
    [new Date(0), "'1970-01-01T00:00:00.000Z'"],
    [Uint8Array.of(1, 255), "E'\\\\x01ff'"],
    [[1, 'a"b', null, [true]], `E'{"1","a\\\\"b",NULL,{"true"}}'`],
    [{ a: "it's" }, `'{"a":"it''s"}'`],
  ])('writes %o as %s', (value, literal) => {
    expect(sqlLiteral(value)).toBe(literal);
  });

  test.each([
    ['a\0', 'The text "a\\u0000" contains a NUL character.'],
    [new Date(Number.NaN), 'An invalid Date cannot be used in SQL.'],
    [Symbol('x'), 'A symbol cannot be used in SQL.'],
    [undefined, 'A undefined cannot be used in SQL.'],
  ])('refuses %s', (value, message) => {
    expect(() => sqlLiteral(value)).toThrow(new TypeError(message));
  });
});

test('a dollar-quoted body cannot end early', () => {
  expect(dollarQuoted('a $body$ b $body1$')).toBe('$body2$\na $body$ b $body1$\n$body2$');
});
