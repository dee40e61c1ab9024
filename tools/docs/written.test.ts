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

test('docs/generated-api.md lists the checks of generated tests', () => {
  const source = read('libs/testing/rowhouse_testing/__init__.py');
  const checks = [...source.matchAll(/"(check_\w+)"/g)].map(([, name]) => name);
  const page = read('docs/generated-api.md');
  const table = page.slice(page.indexOf('| check '));
  const listed = [...table.matchAll(/^\| `(check_\w+)`/gm)].map(([, name]) => name);
  // Those of hooks are called by files of their own, and stand in modules of their own.
  expect(new Set([...listed, 'check_hooks'])).toEqual(new Set([...checks, 'check_hooks']));
});
