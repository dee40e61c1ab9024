import fc from 'fast-check';
import { expect, test } from 'vitest';

import { IDENTIFIER, sqlExpression, sqlText, stringLiteral, templateLiteral } from './literals.js';
import { Names } from './names.js';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'\'"`\\${}\n\r\t\u2028\u202e\0/*a') }),
);
/** The value of an expression of TypeScript. */
const valueOf = (code: string): unknown => new Function(`'use strict'; return ${code};`)();

test('a literal has the value that it was made of, whatever that is', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(valueOf(stringLiteral(text))).toBe(text);
      expect(valueOf(templateLiteral(text))).toBe(text);
      expect(valueOf(sqlText(text))).toBe(text);
      expect(valueOf(sqlExpression(text).slice('sql'.length))).toBe(text);
    }),
  );
});

test('nothing invisible stands in a file', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(templateLiteral(text) + stringLiteral(text)).not.toMatch(/[\u2028\u202e\0\r]/);
    }),
  );
});

test('names are identifiers, and each is given once', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(texts), (isConstant, list) => {
      const names = new Names(isConstant);
      const given = list.map((name) => names.take(name, 'table'));
      expect(new Set(given).size).toBe(given.length);
      for (const name of given) expect(name).toMatch(IDENTIFIER);
    }),
  );
});

test.each([
  ['order_lines', 'orderLines'],
  ['orderLines', 'orderLines'],
  ['ORDER_LINES', 'orderLines'],
  ['Order Lines', 'orderLines'],
  ['2nd', 'table2nd'],
  ['table', 'tableTable'],
  ['class', 'classTable'],
  ['ünï', 'n'],
  ['日本', 'tableTable'],
])('%s becomes %s', (name, expected) => {
  expect(new Names(true).take(name, 'table')).toBe(expected);
});
