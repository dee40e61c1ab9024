import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { writtenFiles } from './written.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

const written = await writtenFiles();

test.each(written)('$path is as the code is (npm run docs writes it)', ({ path, text }) => {
  expect(read(path)).toBe(text);
});

test('docs/generated-api.md lists the operators of filters', () => {
  const source = read('libs/runtime/rowhouse_runtime/operators.py');
  const operators = [...source.matchAll(/\bOperator\(\s*"(\w+)"/g)].map(([, name]) => name);
  const page = read('docs/generated-api.md');
  const table = page.slice(page.indexOf('| `op` '), page.indexOf('`field`, here and in `sort`'));
  const listed = [...table.matchAll(/^\|(.*?)\|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(new Set(listed.slice(1))).toEqual(new Set(operators));
});
