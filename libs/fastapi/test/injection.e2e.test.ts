import { spawnSync } from 'node:child_process';

import { pythonProgram } from '@rowhouse/harness';
import { isUserError } from '@rowhouse/core';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';

import { generated } from './support.js';

/** A config that has every kind of string, with one of them, at `path`, replaced. */
function configWith(path: readonly (string | number)[], text: string): object {
  const field = (name: string, more: object = {}) => ({ name, type: 'str', ...more });
  const config = {
    version: '1',
    module: 'blog',
    package_prefix: 'generated',
    auth: {
      secret_env: 'SECRET',
      token_url: '/token',
      exclude_paths: ['/docs'],
      verify_credentials_fn: 'blog.auth.verify',
    },
    databases: [{ key: 'main', url_env: 'MAIN_URL' }],
    resources: [
      {
        model: 'blog.models.Article',
        name: 'article',
        pk: 'id',
        route_prefix: '/articles',
        tags: ['articles'],
        db_key: 'main',
        generate_tests: true,
        operations: [
          {
            name: 'get',
            fields: [field('title', { alias: 'title-alias', description: 'The title.' })],
          },
          { name: 'list', fields: [field('title')], ordering: { fields: ['title'] }, filters: {} },
          {
            name: 'create',
            fields: [
              field('title', { default: 'untitled', alias: 'title-key', description: 'A title.' }),
              field('kind', { enum: ['one', 'two'] }),
              field('slug', { pattern: 'slug-pattern' }),
              { name: 'extra', type: 'json', default: { key: ['item'] } },
              { name: 'words', type: 'list[str]', default: ['word'] },
            ],
          },
          {
            name: 'publish',
            fn: 'blog.actions.publish',
            params: [field('note', { description: 'A note.' })],
            returns: [field('answer', { alias: 'the-answer' })],
          },
        ],
      },
    ],
  };
  let target: Record<string | number, unknown> = config;
  for (const key of path.slice(0, -1)) target = target[key] as typeof target;
  target[path.at(-1)!] = text;
  return config;
}

/** The path of every string of a value. */
function stringPaths(
  value: unknown,
  path: readonly (string | number)[] = [],
): (string | number)[][] {
  if (typeof value === 'string') return [[...path]];
  if (Array.isArray(value))
    return value.flatMap((item, index) => stringPaths(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => stringPaths(item, [...path, key]));
}

const hostile = [
  '"',
  "'",
  '"""',
  "'''",
  '\\',
  '\\"',
  '\n',
  '\r\n',
  '\u2028',
  '")\nimport os\nos.system("true")\n#',
  "'); import os; ('",
  '{{ 7 * 7 }}',
  '<%= process.exit(1) %>',
  '<%- 1 %>',
  '%>',
  '${7}',
  '#{7}',
  '{title}',
  'f"{1}"',
  '\ud800',
  '\udfff\ud800',
  '\0',
  '\u202e\u2066',
  '\ufeff',
  '__import__("os")',
  'None',
  '../../etc/passwd',
  '/{pk}',
  '\u{1f600}',
  'ﬁ',
  'x'.repeat(300),
  `${'word '.repeat(60)}"`,
];

/**
 * Reads `{file: source}` pairs of a tree and its harmless twin; prints how they differ but in
 * constants, and which tree has lost its string.
 */
const compare = `
import ast, json, sys

def shape(source):
    tree = ast.parse(source)
    texts = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            texts.add(node.value) if isinstance(node.value, str) else None
            node.value = type(node.value).__name__
    return ast.dump(tree), texts

for line in sys.stdin:
    case = json.loads(line)
    found = set()
    for file, source in case["files"].items():
        try:
            changed, texts = shape(source)
        except SyntaxError as error:
            print("not Python:", case["what"], file, error)
            continue
        found |= texts
        if changed != shape(case["twin"][file])[0]:
            print("other code:", case["what"], file)
    if not any(case["text"] in text for text in found):
        print("lost:", case["what"])
`;

const harmless = configWith(['version'], '1');
const isData = (path: readonly (string | number)[]) =>
  /alias|description|default|enum|tags/.test(path.join('.'));
/** Where a word is data: what stands there reaches the code as a literal. */
const data = stringPaths(harmless).filter(isData);
/** Everywhere else it is a name, a path or a choice. */
const names = stringPaths(harmless).filter((path) => !isData(path));

test('a hostile string that is data is written as data, or refused', async () => {
  const twins = new Map<string, Record<string, string>>();
  const random = fc.sample(fc.string({ unit: 'binary', minLength: 1 }), 4);
  const cases: string[] = [];
  let refused = 0;
  for (const path of data) {
    const key = path.join('.');
    twins.set(key, sources(await generated(configWith(path, 'harmless'))));
    for (const text of [...hostile, ...random]) {
      try {
        const files = sources(await generated(configWith(path, text)));
        cases.push(JSON.stringify({ what: [key, text], text, files, twin: twins.get(key) }));
      } catch (error) {
        if (!isUserError(error)) throw error;
        refused++;
      }
    }
  }
  expect(cases.length).toBeGreaterThan(data.length * 20);
  expect(refused).toBeGreaterThan(data.length * 2);
  expect(python(compare, cases.join('\n'))).toBe('');
});

test('a hostile string that is a name is refused, or is that name', async () => {
  for (const [position, path] of names.entries()) {
    // By day, each place gets a quarter of them, and neighbours other ones.
    const isDue = (index: number) => inject('isNightly') || index % 4 === position % 4;
    for (const text of hostile.filter((_, index) => isDue(index))) {
      const files = await generated(configWith(path, text)).catch((error: unknown) => {
        if (!isUserError(error)) throw error;
        return undefined;
      });
      if (files === undefined) continue;
      const accepted =
        /\.pattern$/.test(path.join('.')) ||
        // What names and paths consist of; open paths may have variables.
        /^[A-Za-z0-9_./-]*$/.test(text) ||
        (path.includes('exclude_paths') && /^(?:\/\{\w+\})+$/.test(text));
      expect({ path, text, accepted }).toEqual({ path, text, accepted: true });
    }
  }
});

/** The generated code, without the copies of the runtime. */
function sources(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([file]) => !file.startsWith('runtime/')));
}

function python(program: string, input: string): string {
  const run = spawnSync(pythonProgram('python'), ['-c', program], {
    input,
    encoding: 'utf8',
    maxBuffer: 256 << 20,
  });
  return run.stdout + run.stderr;
}
