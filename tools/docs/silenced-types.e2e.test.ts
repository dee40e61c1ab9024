import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pythonProgram } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { codeBlocks } from './code-blocks.js';

/** What docs/models.md says to do about SQLModel: errors of the generated package are gone, and no others. */
const repository = join(import.meta.dirname, '../..');
const page = 'docs/models.md';

/** SQLModel itself is not installed here: a class whose field is a plain value, in a comparison. */
const MISTAKE = [
  'from sqlalchemy import Select, select',
  '',
  '',
  'class Team:',
  '    id: int = 1',
  '',
  '',
  'def find(key: int) -> Select[int]:',
  '    return select(1).where(Team.id == key)',
  '',
].join('\n');

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'types-')));
  mkdirSync(join(folder, '_generated/routes'), { recursive: true });
  for (const path of ['_generated/__init__.py', '_generated/routes/__init__.py'])
    writeFileSync(join(folder, path), '');
  writeFileSync(join(folder, '_generated/routes/team.py'), MISTAKE);
  writeFileSync(join(folder, 'own.py'), MISTAKE);
  const markdown = readFileSync(join(repository, page), 'utf8');
  const settings = codeBlocks(page, markdown).find(({ language }) => language === 'toml');
  writeFileSync(join(folder, 'pyproject.toml'), settings?.code ?? '');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['mypy', [pythonProgram('mypy'), '--strict', '.']],
  [
    'pyright',
    [
      process.execPath,
      join(repository, 'node_modules/pyright/index.js'),
      '--pythonpath',
      pythonProgram('python'),
    ],
  ],
])('%s reports errors of the project only', async (_name, [program, ...args]) => {
  const output = await new Promise<string>((resolve) => {
    execFile(program!, args, { cwd: folder }, (_error, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
  expect(output).toContain('own.py:9');
  expect(output).not.toContain('team.py');
});
