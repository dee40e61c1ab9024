import { expect, it } from 'vitest';
import { text, unquoted } from '@rowhouse/errors';

import type { Issue } from './issue.js';
import { formatIssue, formatIssues, formatMessage } from './format.js';

const place = { file: 'c.jsonnet', line: 3, column: 5 };

it('puts the place, the path and the message on one line, the rest below', () => {
  const issue = {
    code: 'is-wrong',
    message: 'is wrong',
    path: ['x', 0],
    place,
    frame: '3 | x\n  | ^',
    fix: 'Fix it.',
    trace: ['in f', 'in g'],
  };
  expect(formatIssue(issue)).toBe(
    'c.jsonnet:3:5: x[0]: is wrong [is-wrong]\n  3 | x\n    | ^\n  Fix it.\n  in f\n  in g',
  );
  expect(formatIssue({ code: 'is-wrong', message: 'is wrong' })).toBe('is wrong');
});

it('tells once what is wrong with many values made at one place', () => {
  const issues = Array.from({ length: 6 }, (_, index): Issue => ({
    code: 'is-wrong',
    message: 'is wrong',
    path: ['x', index],
    place,
  }));
  expect(formatIssues(issues)).toBe(
    'c.jsonnet:3:5: x[0]: is wrong [is-wrong]\n  The same at x[1], x[2], x[3] and 2 more.',
  );
});

it('shows the first ten of many, and how many more there are', () => {
  const issues = Array.from({ length: 13 }, (_, index): Issue => ({ code: `c${index}` }));
  const lines = formatIssues(issues).split('\n');
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toBe('… and 3 more problems');
});

it('says what was found and what was expected, or what is wrong', () => {
  const expected = [{ type: 'string' }, { oneOf: [1, 2] }];
  const message = text`${'a'} of ${unquoted('b')} is none of ${['c', 'd e']}: ${text`not ${5}`}`;
  expect(formatMessage({ code: 'c', found: [], expected })).toBe(
    'found an empty list, expected a string or one of 1, 2',
  );
  expect(formatMessage({ code: 'c', expected })).toBe('missing, expected a string or one of 1, 2');
  expect(formatMessage({ code: 'c', found: "it's", message: 'too odd' })).toBe(
    `found "it's": too odd`,
  );
  expect(formatMessage({ code: 'c', message })).toBe("'a' of b is none of c, 'd e': not 5");
  expect(formatMessage({ code: 'c', message: 'a second one', first: ['x', 0] })).toBe(
    'a second one: the first is x[0]',
  );
});
