import { expect, it } from 'vitest';

import { formatIssue, formatIssues, formatMessage } from './format.js';
import type { Issue } from './issue.js';
import { text, unquoted } from './text.js';

const place = { file: 'c.jsonnet', line: 3, column: 5 };

const issue: Issue = {
  code: 'is-wrong',
  subject: 'table blog.articles',
  path: ['roles', 'a b', 0],
  name: 'editor',
  found: 5,
  expected: [{ oneOf: ['x', 'y'] }, 'a column'],
  fix: text`Did you mean ${'x'}?`,
  frame: '3 | x\n  | ^',
  notes: ['PostgreSQL says more.'],
  trace: ['in f', 'in g'],
};

it('puts what it is about and what is wrong on one line, the rest below', () => {
  expect(formatIssue({ ...issue, place })).toBe(
    [
      `c.jsonnet:3:5: table blog.articles: roles["a b"][0]: editor: found 5, expected one of 'x', 'y' or a column [is-wrong]`,
      '  3 | x',
      '    | ^',
      '  PostgreSQL says more.',
      "  Did you mean 'x'?",
      '  in f',
      '  in g',
    ].join('\n'),
  );
  const inFile = { code: 'is-wrong', message: 'is wrong', place: { file: 'up.sql', line: 3 } };
  expect(formatIssue(inFile)).toBe('up.sql:3: is wrong [is-wrong]');
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

it('tells once a fix that fixes several in a row', () => {
  const issues = Array.from({ length: 3 }, (_, index): Issue => ({
    code: 'c',
    message: `m${index}`,
    fix: index < 2 ? 'Fix it.' : 'Fix more.',
  }));
  expect(formatIssues(issues)).toBe('m0\nm1\n  Fix it.\nm2\n  Fix more.');
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
  expect(formatMessage({ code: 'c', found: undefined, expected: ['x'] })).toBe(
    'found nothing, expected x',
  );
});
