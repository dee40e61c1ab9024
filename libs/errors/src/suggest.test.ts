import { describe, expect, it } from 'vitest';

import { formatText } from './format-text.js';
import { didYouMean, nearest } from './suggest.js';

describe('nearest', () => {
  it.each([
    ['filds', 'fields'],
    ['feilds', 'fields'],
    ['Fields', 'fields'],
    ['defaultPageSize', 'default_page_size'],
    ['strr', 'str'],
    ['dleete', 'delete'],
  ])('takes %s for %s', (word, expected) => {
    expect(nearest(word, ['fields', 'default_page_size', 'str', 'delete'])).toBe(expected);
  });

  it.each(['pagination', 'x', '', '3'])('takes %j for nothing', (word) => {
    expect(nearest(word, ['fields', 'delete', '1', 'y'])).toBeUndefined();
  });

  it('prefers the nearer of two', () => {
    expect(nearest('update', ['updated', 'update_at', 'updat'])).toBe('updated');
  });
});

it('words a suggestion', () => {
  expect(formatText(didYouMean('lst', ['get', 'list'])!)).toBe("Did you mean 'list'?");
  expect(didYouMean('zzz', ['get', 'list'])).toBeUndefined();
});
