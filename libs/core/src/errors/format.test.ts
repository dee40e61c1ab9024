import { expect, it } from 'vitest';

import type { Issue } from './errors.js';
import { formatIssue, formatIssues } from './format.js';

const place = { file: 'c.jsonnet', line: 3, column: 5 };

it('puts the place, the path and the message on one line, the rest below', () => {
  const issue = {
    message: 'is wrong',
    at: 'x[0]',
    place,
    frame: '3 | x\n  | ^',
    hint: 'Mend it.',
    trace: ['in f', 'in g'],
  };
  expect(formatIssue(issue)).toBe(
    'c.jsonnet:3:5: x[0]: is wrong\n  3 | x\n    | ^\n  Mend it.\n  in f\n  in g',
  );
  expect(formatIssue({ message: 'is wrong' })).toBe('is wrong');
});

it('tells once what is wrong with many values made at one place', () => {
  const issues = Array.from({ length: 6 }, (_, index): Issue => ({
    message: 'is wrong',
    at: `x[${index}]`,
    place,
  }));
  expect(formatIssues(issues)).toBe(
    'c.jsonnet:3:5: x[0]: is wrong\n  The same at x[1], x[2], x[3] and 2 more.',
  );
});

it('shows the first twenty of many, and how many more there are', () => {
  const issues = Array.from({ length: 23 }, (_, index): Issue => ({ message: `m${index}` }));
  const lines = formatIssues(issues).split('\n');
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('… and 3 more problems');
});
