import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { codeBlocks } from './code-blocks.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('docs/errors.md', () => {
  const row = /^\| `(?<message>.+?)`\s+\|.*\| \[(?<name>.+?)\]\((?<link>.+?)\)/gm;
  const rows = [...read('docs/errors.md').matchAll(row)].map(
    ({ groups }) => groups as { message: string; name: string; link: string },
  );

  it('has a row for every mistake that has a folder', () => {
    const cases = readdirSync(join(root, 'e2e/cases/errors')).sort();
    expect(rows.map(({ name }) => name).sort()).toEqual(cases);
  });

  it.each(rows)('quotes what $name shows', ({ message, name, link }) => {
    expect(link).toBe(`../e2e/cases/errors/${name}`);
    expect(read(`e2e/cases/errors/${name}/stderr.txt`)).toContain(message);
  });
});

const pagesOfFiles = ['tutorial', 'writing-an-operation', 'writing-a-target'];

describe.each(pagesOfFiles.map((name) => `docs/${name}.md`))('%s', (page) => {
  const blocks = codeBlocks(page, read(page)).flatMap(({ shows, code }) =>
    shows === undefined ? [] : [{ file: shows, code }],
  );

  it('shows files', () => {
    expect(blocks.length).toBeGreaterThan(2);
  });

  it.each(blocks)('shows $file as it is', ({ file, code }) => {
    // The formatter lays JSON out differently in a page.
    if (file.endsWith('.json')) expect(JSON.parse(code)).toEqual(JSON.parse(read(file)));
    else expect(code).toBe(read(file));
  });
});
