import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { plainString, tokenize } from './tokens.js';

const texts = (source: string) => tokenize(source).map(({ text }) => text);

describe('tokenize', () => {
  test('leaves out space and every kind of comment', () => {
    expect(texts('a # b\n// c\n/* d\n */ e')).toEqual(['a', 'e']);
  });

  test('takes a string whole, whatever is in it', () => {
    expect(texts(String.raw`"a\"//" 'b\'#' @'c''/*' @"d\"`)).toEqual([
      String.raw`"a\"//"`,
      String.raw`'b\'#'`,
      "@'c''/*'",
      String.raw`@"d\"`,
    ]);
  });

  test('takes a text block whole, blank and deeper lines included', () => {
    const block = '|||\n\n  a: "\n    deeper |||\n\n  }\n|||';
    expect(tokenize(`${block}, x`)).toMatchObject([
      { kind: 'text-block', text: block },
      { text: ',' },
      { text: 'x' },
    ]);
  });

  test('gets through an unclosed string, comment or block', () => {
    expect(texts('"abc')).toEqual(['"abc']);
    expect(texts('x /* abc')).toEqual(['x']);
    expect(texts('|||\nabc').join('')).toBe('|||abc');
  });

  test('covers every character that is no space and no comment, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (source) => {
        const tokens = tokenize(source);
        for (const [index, token] of tokens.entries()) {
          expect(source.slice(token.start, token.end)).toBe(token.text);
          expect(token.start).toBeGreaterThanOrEqual(tokens[index - 1]?.end ?? 0);
        }
      }),
    );
  });

  test('takes linear time on a long unclosed block', () => {
    const source = `|||\n${'  x\n\n'.repeat(50_000)}`;
    expect(tokenize(source).length).toBeGreaterThan(0);
  });
});

test('plainString gives the value of a string without escapes', () => {
  const values = tokenize(String.raw`"a" 'b' @'c' "d\n" e`).map(plainString);
  expect(values).toEqual(['a', 'b', 'c', undefined, undefined]);
});
