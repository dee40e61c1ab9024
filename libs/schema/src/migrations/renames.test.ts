import fc from 'fast-check';
import { expect, test } from 'vitest';

import { quoteIdentifier } from '../sql/identifier.js';
import { parseRename } from './renames.js';

test.each([
  ['blog=posts', ['blog'], 'posts'],
  ['blog.articles=posts', ['blog', 'articles'], 'posts'],
  ['blog.articles.title=headline', ['blog', 'articles', 'title'], 'headline'],
  ['"a.b"."c=d"="e""f"', ['a.b', 'c=d'], 'e"f'],
])('%s', (text, from, to) => {
  expect(parseRename(text)).toEqual({ from, to });
});

test.each([
  '',
  '=',
  'a',
  'a.b',
  'a=',
  '=b',
  'a=b=c',
  'a.b=c.d',
  'a.b.c.d=e',
  'a..b=c',
  '"a=b',
  'a=b.',
])('%j is refused', (text) => {
  expect(() => parseRename(text)).toThrow(
    /^--rename: found .*, expected schema\.table=new_name or /,
  );
});

test('any names can be written in quotes', () => {
  const name = fc.string({ minLength: 1, unit: 'binary' });
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), name, (from, to) => {
      const text = `${from.map(quoteIdentifier).join('.')}=${quoteIdentifier(to)}`;
      expect(parseRename(text)).toEqual({ from, to });
    }),
  );
});
