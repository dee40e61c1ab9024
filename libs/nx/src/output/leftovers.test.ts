import { hash } from 'node:crypto';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { temporaryWorkspace, writeFiles } from '../../test/workspace.js';
import { removeLeftovers } from './leftovers.js';

const OUT = 'apps/api/_generated';

/** What a run leaves: the files, and their manifest. */
function generated(files: Readonly<Record<string, string>>): Record<string, string> {
  const hashes = Object.entries(files).map(([path, text]) => [path, hash('sha256', text)]);
  const manifest = JSON.stringify({ version: 1, files: Object.fromEntries(hashes) as object });
  return Object.fromEntries([
    ...Object.entries(files).map(([path, text]) => [`${OUT}/${path}`, text]),
    [`${OUT}/.rowhouse.json`, manifest],
  ]) as Record<string, string>;
}

/** A workspace after a run of `before`, with `after` restored over it. */
function restored(before: Record<string, string>, after: Record<string, string>): string {
  const root = temporaryWorkspace({ 'node_modules/x': '', ...generated(before) });
  expect(removeLeftovers(root, OUT)).toEqual([]);
  writeFiles(root, generated(after));
  return root;
}

describe('after a restore', () => {
  test('what only the earlier manifest lists goes, and with it the folders left empty', () => {
    const root = restored({ 'a.py': '', 'tag/b.py': '' }, { 'a.py': '' });
    writeFiles(root, { [`${OUT}/tag/__pycache__/b.pyc`]: '' });
    expect(removeLeftovers(root, OUT)).toEqual(['tag/b.py']);
    expect(existsSync(join(root, OUT, 'tag'))).toBe(false);
    expect(existsSync(join(root, OUT, 'a.py'))).toBe(true);
  });

  test('an edited file and one of yours stay', () => {
    const root = restored({ 'a.py': '', 'tag/b.py': '' }, { 'a.py': '' });
    writeFiles(root, { [`${OUT}/tag/b.py`]: '# edited', [`${OUT}/tag/mine.py`]: '' });
    expect(removeLeftovers(root, OUT)).toEqual([]);
    expect(existsSync(join(root, OUT, 'tag/b.py'))).toBe(true);
  });

  test('a manifest cannot name files outside its folder', () => {
    const root = restored({ '../main.py': '', '/x.py': '', 'a.py': '' }, { 'a.py': '' });
    expect(removeLeftovers(root, OUT)).toEqual([]);
    expect(existsSync(join(root, 'apps/api/main.py'))).toBe(true);
  });

  test('a link in the folder is not followed', () => {
    const root = restored({ 'tag/b.py': '' }, { 'a.py': '' });
    rmSync(join(root, OUT, 'tag'), { recursive: true });
    writeFiles(root, { 'mine/b.py': '' });
    symlinkSync(join(root, 'mine'), join(root, OUT, 'tag'));
    expect(removeLeftovers(root, OUT)).toEqual([]);
    expect(existsSync(join(root, 'mine/b.py'))).toBe(true);
  });

  test('a damaged manifest removes nothing', () => {
    const root = restored({ 'a.py': '' }, { 'a.py': '' });
    writeFiles(root, { [`${OUT}/.rowhouse.json`]: 'x' });
    expect(removeLeftovers(root, OUT)).toEqual([]);
  });
});
