import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../../..');
const program = join(repository, 'libs/cli/bin/codegen.cjs');

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'command-')));
  const manifest = { private: true, dependencies: { '@rowhouse/fastapi': '*' } };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  symlinkSync(join(repository, 'node_modules'), join(project, 'node_modules'), 'junction');
  writeFileSync(join(project, '.gitignore'), 'node_modules\n');
  git('init', '--quiet');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@rowhouse.example');
});
afterEach(() => {
  rmSync(project, { recursive: true });
});

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: project, encoding: 'utf8' });
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'state');
}

function writeConfig(...operations: readonly object[]): void {
  const resources = [{ model: 'shop.models.Item', operations }];
  const config = { version: '1', module: 'shop', models: false, resources };
  writeFileSync(join(project, 'codegen.config.json'), JSON.stringify(config));
}

const get = (...names: readonly string[]) => ({
  name: 'get',
  fields: [{ name: 'id', type: 'uuid' }, ...names.map((name) => ({ name, type: 'str' }))],
});

function diff(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'diff', '--api', ...args],
    { cwd: project, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' } },
  );
  return { status, stdout, stderr };
}

it('prints how the API differs, and fails where clients may break', () => {
  writeConfig(get('name', 'note'));
  expect(diff().stderr).toBe(
    "error: there is no commit 'HEAD'\n  Name a branch, a tag or a commit. A shallow clone may not have it: fetch it first.\n",
  );
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  expect(diff()).toEqual({
    status: 0,
    stdout: '+ GET /items/{pk}\n',
    stderr: 'note: HEAD has no codegen.config.json: all is new\n',
  });
  commit();
  git('tag', 'v1');
  expect(diff()).toEqual({ status: 0, stdout: 'The API is that of HEAD.\n', stderr: '' });
  writeConfig(get('name', 'size'), { name: 'delete' });
  git('add', '--all');
  const staged = git('status', '--porcelain');
  expect(diff()).toEqual({
    status: 1,
    stdout: [
      '! breaking: Item.note is removed (ItemResource)',
      '+ Item.size (ItemResource)',
      '+ DELETE /items/{pk}\n',
    ].join('\n'),
    stderr: [
      'error: 1 change since HEAD may break clients',
      '  Keep what clients use, or release a new version of the API.\n',
    ].join('\n'),
  });
  expect(git('status', '--porcelain')).toBe(staged);
  commit();
  expect(diff().stdout).toBe('The API is that of HEAD.\n');
  expect(JSON.parse(diff('--against', 'v1', '--json').stdout)).toMatchObject({
    against: 'v1',
    changes: [
      {
        kind: 'removed',
        breaking: true,
        text: 'Item.note is removed',
        bodies: ['ItemResource'],
      },
      { kind: 'added', breaking: false },
      { kind: 'added', breaking: false, text: 'DELETE /items/{pk}', bodies: [] },
    ],
    error: { kind: 'breaking', issues: [{ code: 'breaking-change' }] },
  });
});
