import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { formatIssue, formatMessage, formatPath, formatText } from '@rowhouse/errors';

import { customIssue } from './check.js';
import { loadConfig } from './load.js';
import { fixes } from './schema-at.js';
import { validateConfig } from './validate.js';

const root = mkdtempSync(join(tmpdir(), 'validate-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

/** What is wrong with a Jsonnet config, as `path: message` or `path: message | hint`. */
function problems(schema: z.ZodType, config: string): readonly string[] {
  writeFileSync(join(root, 'c.jsonnet'), config);
  const { issues } = validateConfig(loadConfig(join(root, 'c.jsonnet'), root), schema);
  return (issues ?? []).map((issue) => {
    const sentence = [formatPath(issue.path ?? []), formatMessage(issue)]
      .filter(Boolean)
      .join(': ');
    return issue.fix === undefined ? sentence : `${sentence} | ${formatText(issue.fix)}`;
  });
}

describe('what was found, what was expected', () => {
  const of = (schema: z.ZodType, value: string) =>
    problems(z.object({ x: schema }), `{ x: ${value} }`);
  it.each([
    [z.string(), '5', 'x: found 5, expected a string'],
    [z.string(), 'null', 'x: found null, expected a string'],
    [z.string(), '[]', 'x: found an empty list, expected a string'],
    [z.string(), '{ a: 1 }', 'x: found an object, expected a string'],
    [z.number(), "'5'", "x: found '5', expected a number"],
    [z.int(), '1.5', 'x: found 1.5, expected a whole number'],
    [z.boolean(), "'yes'", "x: found 'yes', expected true or false"],
    [z.array(z.string()), "'a'", "x: found 'a', expected a list"],
    [z.object({}), '[1]', 'x: found a list, expected an object'],
    [z.literal('1'), "'2'", "x: found '2', expected '1'"],
    [z.enum(['asc', 'desc']), "'up'", "x: found 'up', expected one of 'asc', 'desc'"],
    [
      z.enum(['asc', 'desc']),
      "'dsc'",
      "x: found 'dsc', expected one of 'asc', 'desc' | Did you mean 'desc'?",
    ],
    [z.number().min(1), '0', 'x: found 0, expected at least 1'],
    [z.number().gt(1), '1', 'x: found 1, expected more than 1'],
    [z.number().max(9), '10', 'x: found 10, expected at most 9'],
    [z.number().multipleOf(5), '7', 'x: found 7, expected a multiple of 5'],
    [z.string().min(1), "''", 'x: found an empty string, expected at least 1 character'],
    [z.string().max(2), "'abc'", "x: found 'abc' (3 characters), expected at most 2 characters"],
    [z.array(z.any()).min(1), '[]', 'x: found 0 items, expected at least 1 item'],
    [z.string().regex(/^a/), "'b'", "x: found 'b', expected a match of /^a/"],
    [z.string().regex(/^a/, 'must begin with a'), "'b'", 'x: must begin with a'],
    [
      z.string().max(3),
      '"it\'s"',
      'x: found "it\'s" (4 characters), expected at most 3 characters',
    ],
    [z.number(), "'\\n'", 'x: found "\\n", expected a number'],
  ])('case %#', (schema, value, expected) => {
    expect(of(schema, value)).toEqual([expected]);
  });

  it('speaks of what is missing', () => {
    const schema = z.object({ x: z.string(), y: z.enum(['a']), z: z.array(z.string()) });
    expect(problems(schema, '{}')).toEqual([
      'x: missing, expected a string',
      "y: missing, expected 'a' | Add y: 'a'.",
      'z: missing, expected a list',
    ]);
  });

  it('names a key that is unknown, and the near or the known ones', () => {
    const schema = z.strictObject({ fields: z.any().optional(), name: z.any().optional() });
    expect(problems(schema, '{ feilds: 1, zzz: 2 }')).toEqual([
      "feilds: unknown key | Did you mean 'fields'?",
      'zzz: unknown key | Known keys: fields, name.',
    ]);
  });

  it('lets a schema bring an issue of its own, with paths from its value', () => {
    const schema = z.object({
      x: z.array(z.string()).superRefine((_, context) => {
        const issue = { code: 'twice', path: [1], first: [0], message: 'is there twice' };
        context.addIssue(customIssue({ ...issue, fix: 'Remove it.' }));
      }),
    });
    expect(problems(schema, "{ x: ['a', 'a'] }")).toEqual([
      'x[1]: is there twice: the first is x[0] | Remove it.',
    ]);
  });

  it('lets a schema know the fix for a likely mistake, however deep it stands', () => {
    const fixFor = (found: unknown) => (found === 'big' ? 'Write 10.' : undefined);
    const size = z.number().register(fixes, { fixFor });
    const schema = z
      .strictObject({ list: z.array(z.strictObject({ size: size.default(1) })).optional() })
      .transform(({ list }) => list);
    expect(problems(schema, "{ list: [{ size: 'big' }, { size: 'bag' }, { sise: 1 }] }")).toEqual([
      "list[0].size: found 'big', expected a number | Write 10.",
      "list[1].size: found 'bag', expected a number",
      "list[2].sise: unknown key | Did you mean 'size'?",
    ]);
  });
});

describe('unions', () => {
  const field = z.union([z.string(), z.strictObject({ name: z.string(), size: z.number() })]);

  it('speak of the form that the config most likely meant', () => {
    expect(problems(z.array(field), "[{ name: 5, size: 'x' }]")).toEqual([
      '[0].name: found 5, expected a string',
      "[0].size: found 'x', expected a number",
    ]);
  });

  it('name every form when none is near', () => {
    expect(problems(z.array(field), '[7]')).toEqual([
      '[0]: found 7, expected a string or an object',
    ]);
  });

  it('ask for a known discriminator', () => {
    const schema = z.array(
      z.discriminatedUnion('mode', [
        z.strictObject({ mode: z.literal('keyset') }),
        z.strictObject({ mode: z.literal('offset'), size: z.number() }),
      ]),
    );
    expect(problems(schema, "[{ mode: 'ofset' }, { mode: 'offset', size: 'x' }]")).toEqual([
      "[0].mode: found 'ofset', expected one of 'keyset', 'offset' | Did you mean 'offset'?",
      "[1].size: found 'x', expected a number",
    ]);
  });
});

it('sorts problems by place, and shows each in its source', () => {
  const schema = z.strictObject({ a: z.string(), b: z.string(), c: z.string() });
  writeFileSync(join(root, 'd.jsonnet'), `{\n  c: 1,\n  a: 2,\n  b: 'ok',\n  d: 3,\n}\n`);
  const { issues } = validateConfig(loadConfig(join(root, 'd.jsonnet'), root), schema);
  expect(issues!.map(formatIssue)).toEqual([
    'd.jsonnet:2:6: c: found 1, expected a string [wrong-type]\n    2 |   c: 1,\n      |      ^',
    'd.jsonnet:3:6: a: found 2, expected a string [wrong-type]\n    3 |   a: 2,\n      |      ^',
    'd.jsonnet:5:3: d: unknown key [unknown-key]\n    5 |   d: 3,\n      |   ^\n  Known keys: a, b, c.',
  ]);
});

it('gives the parsed config when there is no problem', () => {
  writeFileSync(join(root, 'e.jsonnet'), '{ x: 1 }');
  const schema = z.object({ x: z.number(), y: z.number().default(2) });
  const checked = validateConfig(loadConfig(join(root, 'e.jsonnet'), root), schema);
  expect(checked).toEqual({ project: { x: 1, y: 2 } });
});
