import { expect, it } from 'vitest';

import type { Issue } from './issue.js';
import { failureToJson, issueToJson, usageToJson } from './json.js';

const issue: Issue = {
  code: 'is-wrong',
  subject: 'table blog.articles',
  path: ['roles', 'a b', 0],
  name: 'editor',
  found: 5,
  expected: [{ oneOf: ['x', 'y'] }, 'a column'],
  fix: "Did you mean 'x'?",
  place: { file: 'c.jsonnet', line: 3, column: 5 },
  frame: '3 | x',
  notes: ['held by 5'],
  trace: ['at f'],
};

const json = {
  ...issue,
  path: 'roles["a b"][0]',
  message: "found 5, expected one of 'x', 'y' or a column",
  expected: "one of 'x', 'y' or a column",
  docs: 'https://github.com/rowhouse/rowhouse/blob/main/docs/schema/errors.md#is-wrong',
};

it('gives programs an issue as data, with its text in words and where it is described', () => {
  expect(issueToJson(issue, 'schema/errors')).toEqual(json);
  expect(issueToJson({ code: 'c', found: () => 1, message: 'no' }, 'errors')).toEqual({
    code: 'c',
    found: 'a function',
    message: 'found a function: no',
    docs: 'https://github.com/rowhouse/rowhouse/blob/main/docs/errors.md#c',
  });
});

it('gives programs a failure with its kind', () => {
  expect(failureToJson({ prefix: 'error', issues: [issue] }, 'command', 'schema/errors')).toEqual({
    kind: 'command',
    prefix: 'error',
    issues: [json],
  });
  expect(usageToJson("error: unknown option '--al'")).toEqual({
    kind: 'usage',
    prefix: 'error',
    issues: [{ message: "unknown option '--al'" }],
  });
});
