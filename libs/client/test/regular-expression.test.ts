import { expect, it } from 'vitest';

import { regularExpression } from '../src/regular-expression.js';

it.each([
  ['^[a-z]+(?:-[a-z]+)*$', '/^[a-z]+(?:-[a-z]+)*$/u'],
  // It stands in a literal.
  ['a/b\n', '/a\\/b\\n/u'],
  [String.raw`\\d\.`, String.raw`/\\d\./u`],
  // Classes that are larger in the API, and a dot that matches all but the end of a line.
  [String.raw`\d[\d.]`, String.raw`/\p{Nd}[\p{Nd}.]/u`],
  [String.raw`\S.`, String.raw`/[^\p{White_Space}][^\n]/u`],
  // What JavaScript has no counterpart for.
  [String.raw`\bx`, undefined],
  [String.raw`[\W]`, undefined],
])('%s is %s', (pattern, expected) => {
  expect(regularExpression(pattern)).toBe(expected);
});
