import { evaluate } from '@rowhouse/jsonnet';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { jsonnetText } from './jsonnet-text.js';

test('a value is one line, in the quotes that people use', () => {
  const value = { name: 'list', in: ["it's", 1.5, null], pagination: { mode: 'keyset' }, rest: {} };

  expect(jsonnetText(value)).toBe(
    `{ name: 'list', 'in': ["it's", 1.5, null], pagination: { mode: 'keyset' }, rest: {} }`,
  );
});

test('any value evaluates to itself', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noneSurrogate: false } as object), (value) => {
      const text = jsonnetText(value);

      expect(text).not.toContain('\n');
      expect(evaluate(text, { filename: 'value.jsonnet' }).value).toEqual(
        JSON.parse(JSON.stringify(value)),
      );
    }),
  );
});
