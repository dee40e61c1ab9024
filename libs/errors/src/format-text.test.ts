import { expect, it } from 'vitest';

import { formatText, formatValue } from './format-text.js';
import { isMarked, userErrorMark } from './mark.js';
import { formatPath } from './path.js';
import { text, unquoted } from './text.js';

it('quotes values, but neither names in a list nor the words of others', () => {
  const names = ['c', 'd e', text`f of ${'g'}`];
  expect(formatText(text`${'a'} of ${unquoted('b')} is none of ${names}`)).toBe(
    "'a' of b is none of c, 'd e', f of 'g'",
  );
  expect(formatText('as it is')).toBe('as it is');
});

it.each([
  [null, 'null'],
  [undefined, 'nothing'],
  [true, 'true'],
  [5, '5'],
  ["it's", '"it\'s"'],
  ['a\n', '"a\\n"'],
  ['a'.repeat(81), `'${'a'.repeat(77)}...'`],
  [[], 'an empty list'],
  [[1], 'a list'],
  [{}, 'an object'],
  [() => 1, 'a function'],
])('writes the value %j', (value, written) => {
  expect(formatValue(value)).toBe(written);
});

it('writes a path as a config does', () => {
  expect(formatPath(['apps', 0, 'a-b', 'c d', '0'])).toBe('apps[0].a-b["c d"]["0"]');
});

it('knows an error of another copy by its mark', () => {
  expect(isMarked(Object.assign(new Error(), { [Symbol.for('rowhouse.user-error')]: true }))).toBe(
    true,
  );
  expect(isMarked({ [userErrorMark]: true })).toBe(true);
  expect([new Error(), null, 'error'].some(isMarked)).toBe(false);
});
