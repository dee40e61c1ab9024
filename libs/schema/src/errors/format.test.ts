import { expect, test } from 'vitest';
import { text, unquoted } from '@rowhouse/errors';

import { formatIssue, formatIssues, formatMessage, issueToJson } from './format.js';
import type { Issue } from './issue.js';

const issue: Issue = {
  code: 'is-wrong',
  subject: 'table blog.articles',
  path: ['roles', 'a b', 0],
  found: 5,
  expected: [{ oneOf: ['x', 'y'] }, 'a column'],
  fix: text`Did you mean ${'x'}?`,
  frame: '3 | x\n  | ^',
  notes: ['PostgreSQL says more.'],
  trace: ['at f'],
};

test('what it is about, the path, the message and the code are one line, the rest stands below', () => {
  expect(formatIssue({ ...issue, place: { file: 'up.sql', line: 3 } })).toBe(
    [
      `up.sql:3: table blog.articles: roles["a b"][0]: found 5, expected one of 'x', 'y' or a column [is-wrong]`,
      '  3 | x',
      '    | ^',
      '  PostgreSQL says more.',
      "  Did you mean 'x'?",
      '  at f',
    ].join('\n'),
  );
  expect(formatIssue({ code: 'is-wrong', message: 'is wrong' })).toBe('is wrong');
});

test('the same as data, with its text in words', () => {
  expect(issueToJson(issue)).toEqual({
    ...issue,
    path: 'roles["a b"][0]',
    message: "found 5, expected one of 'x', 'y' or a column",
    expected: "one of 'x', 'y' or a column",
    fix: "Did you mean 'x'?",
  });
  expect(issueToJson({ code: 'c', found: () => 1, message: 'no' })).toMatchObject({
    found: 'a function',
  });
});

test('values are quoted, names in a list and the words of others are not', () => {
  const message = text`${'a'} of ${unquoted('b')} is none of ${['c', 'd e']}`;
  expect(formatMessage({ code: 'c', message })).toBe("'a' of b is none of c, 'd e'");
  expect(formatMessage({ code: 'c', found: "it's\n", message: 'odd' })).toBe(
    'found "it\'s\\n": odd',
  );
  expect(formatMessage({ code: 'c', expected: ['a column'] })).toBe('missing, expected a column');
  expect(formatMessage({ code: 'c', found: undefined, expected: ['x'] })).toBe(
    'found nothing, expected x',
  );
});

test('a fix that fixes several in a row is told once, and the first twenty of many are shown', () => {
  const issues = Array.from({ length: 23 }, (_, index): Issue => ({
    code: 'c',
    message: `m${index}`,
    fix: index < 2 ? 'Fix it.' : `Fix ${index}.`,
  }));
  const lines = formatIssues(issues).split('\n');
  expect(lines.slice(0, 4)).toEqual(['m0', 'm1', '  Fix it.', 'm2']);
  expect(lines.at(-1)).toBe('… and 3 more problems');
});
