import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { checkDialect, wrap } from '../src/index.js';
import { findings, format } from './ruff.js';
import { checkStatements } from './statements.js';

const root = resolve(import.meta.dirname, '../../..');

test('any statement of a template is laid out as ruff formats it', () => {
  checkStatements(30);
});

test.each(['apps/demo/_generated', 'e2e/cases/trees', 'libs/runtime/rowhouse_runtime'])(
  'the code of %s stays as it is',
  (folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    const modules = files.filter((file) => file.endsWith('.py'));
    expect(modules.length).toBeGreaterThan(20);
    for (const file of modules) {
      const text = readFileSync(join(root, folder, file), 'utf8');
      expect(wrap(text), file).toBe(text);
    }
  },
);

describe('wrap', () => {
  const long = 'a'.repeat(60);

  test.each([
    ['a call', `result = call(${long}, other_argument=1)`],
    ['a chain', `result = select(A).where(A.${long} == 1).order_by(A.id)`],
    ['a trailing comma', 'call(a, b,)'],
    ['a name', `result_of_all = first.${long}.second.third`],
    ['a call that is split without need', 'call(\n    a,\n    b\n)'],
    ['a wrong indentation', 'call(\n  a,\n  b,\n)'],
    ['two items of a line', 'call(\n    a, b,\n)'],
    ['brackets that share a line', 'call([\n    a,\n])'],
    ['a tuple of one', 'x = (\n    a,\n)'],
    ['an operator before a bracket', 'x = a + call(\n    b,\n)'],
    ['a chain with commas', 'x = a(\n    b,\n).c(\n    d,\n)'],
    ['a comment behind a split line', `call(${long}, b, c, d)  # ${'why '.repeat(8)}`.trim()],
  ])('lays out %s as ruff does', (_, statement) => {
    expect(wrap(`${statement}\n`)).toBe(format(`${statement}\n`));
    expect(wrap(wrap(`${statement}\n`))).toBe(wrap(`${statement}\n`));
  });

  test.each([
    ['a string', `x = call("${'word '.repeat(20)}")`],
    ['a naming remark', `fooBar: Literal["${'word '.repeat(20)}"]  # noqa: N815`],
    ['a comment', `# ${'a'.repeat(100)}`],
    ['a string of several lines', `x = """a\n${'word '.repeat(20).trim()}\n"""`],
    ['a string whose first line is long', `x = "${'word '.repeat(20)}" + """\na"""`],
    ['a URL that begins too late', `# ${'word '.repeat(20)}https://a.b`],
    ['a lambda', `x = lambda a: "${'word '.repeat(20)}"`],
  ])('tells the linter of %s', (_, statement) => {
    const wrapped = wrap(`${statement}\n`);
    expect(wrapped).toContain('E501');
    expect(findings(wrapped, /^(?:E501|RUF100|E999)/).filter((each) => !/N815/.test(each))).toEqual(
      [],
    );
    expect(wrap(wrapped)).toBe(wrapped);
  });

  test.each([
    ['a line without a blank', `    "${'a'.repeat(100)}",`],
    ['a URL that begins in time', `# see https://${'a'.repeat(100)}`],
    ['a pragma', `x = call(${'a'.repeat(60)})  # type: ignore[no-untyped-call]`],
    ['text in a docstring', `"""${'a'.repeat(100)}"""`],
  ])('says nothing of %s', (_, line) => {
    const text = line.startsWith('    ') ? `x = [\n${line}\n    1,\n]\n` : `${line}\n`;
    expect(wrap(text)).toBe(text);
    expect(findings(text, /^E501/)).toEqual([]);
  });

  test('leaves what it does not know as it is', () => {
    const text = `x = "${'a'.repeat(50)}" "${'b'.repeat(50)}"  # noqa: E501\n`;
    expect(wrap(text)).toBe(text);
    expect(wrap('x = $\n')).toBe('x = $\n');
    expect(wrap('x = "open\n')).toBe('x = "open\n');
    expect(wrap('')).toBe('');
  });
});

test.each([
  ['x = 1, 2', 'Write a tuple in parentheses.'],
  ['return a, b', 'Write a tuple in parentheses.'],
  ['assert a, "b"', 'Write a tuple in parentheses.'],
  ['x = lambda a: a', 'Write a function in place of a lambda with parameters.'],
  ['x = ("a" "b")', 'Write one string literal in place of several side by side.'],
  ['with a, b:', 'Write one with statement inside of the other.'],
])('checkDialect refuses %s', (statement, message) => {
  expect(checkDialect(`x = [\n    1,\n]\n${statement}\n`)).toEqual([{ line: 4, message }]);
});

test.each(['for a, b in c:', 'a, b = c', 'from a import b, c', 'x = (a, b)', 'f = lambda: a'])(
  'checkDialect takes %s',
  (statement) => {
    expect(checkDialect(`${statement}\n`)).toEqual([]);
  },
);
