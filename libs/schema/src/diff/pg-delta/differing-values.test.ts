import { expect, test } from 'vitest';

import { truncateDiffering } from './differing-values.js';

test.each<[string, unknown, unknown, readonly [string, string]]>([
  ['short ones whole, on a line', 'a\n  b', null, ['a b', 'none']],
  ['others as JSON', ['a'], { b: 1 }, ['["a"]', '{"b":1}']],
  [
    'long ones cut',
    `one ${'x'.repeat(100)}`,
    `two ${'x'.repeat(100)}`,
    [`one ${'x'.repeat(76)}…`, `two ${'x'.repeat(76)}…`],
  ],
  [
    'long ones that begin alike from where they part',
    `${'x'.repeat(200)} RETURN old; ${'y'.repeat(100)}`,
    `${'x'.repeat(200)} RETURN new`,
    [`…${'x'.repeat(22)} RETURN old; ${'y'.repeat(45)}…`, `…${'x'.repeat(22)} RETURN new`],
  ],
])('%s', (_, one, other, expected) => {
  expect(truncateDiffering(one, other)).toEqual(expected);
});
