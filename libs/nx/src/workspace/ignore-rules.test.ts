import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, test, vi } from 'vitest';

import { temporaryWorkspace } from '../../test/workspace.js';
import { IgnoreRules } from './ignore-rules.js';

afterEach(() => vi.unstubAllEnvs());

function isIgnoredByGit(cwd: string, path: string): boolean {
  return spawnSync('git', ['check-ignore', '--quiet', '--no-index', path], { cwd }).status === 0;
}

describe('IgnoreRules', () => {
  const paths = [
    'a.py',
    'dist/a.py',
    'apps/api/dist/a.py',
    'apps/api/_generated/a.py',
    'apps/api/_generated/keep.py',
    'apps/api/secret.libsonnet',
    'apps/web/secret.libsonnet',
    'apps/web/local/x.libsonnet',
    'apps/web/local/kept.libsonnet',
    'weird[1].py',
  ];
  const files = {
    '.gitignore': 'dist\n/apps/*/_generated/\n!keep.py\nsecret.*\nweird\\[1].py\n',
    'apps/api/.gitignore': '!secret.libsonnet\n',
    'apps/web/.gitignore': 'local/*\n!local/kept.libsonnet\n',
  };

  test('agrees with git', () => {
    const root = temporaryWorkspace(files);
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    const listed = execFileSync('git', ['check-ignore', '--stdin', '--no-index'], {
      cwd: root,
      input: paths.join('\n'),
      encoding: 'utf8',
    });
    const rules = new IgnoreRules(root);
    expect(paths.filter((path) => rules.isIgnored(path))).toEqual(listed.trim().split('\n'));
  });

  test('agrees with git, in a folder of a larger repository', () => {
    const outer = temporaryWorkspace({
      '.gitignore': 'secret.*\n/inner/ws/apps/web/\n',
      'inner/.gitignore': '!secret.py\n/ws/dist\n',
      'inner/ws/.gitignore': 'a.py\n',
    });
    execFileSync('git', ['init', '--quiet'], { cwd: outer });
    const root = join(outer, 'inner/ws');
    const rules = new IgnoreRules(root);
    const asked = [...paths, 'secret.py', 'apps/secret.js', 'apps/a.js'];
    const ignored = asked.filter((path) => isIgnoredByGit(root, path));
    expect(asked.filter((path) => rules.isIgnored(path))).toEqual(ignored);
    expect(ignored).toContain('apps/secret.js');
    expect(ignored).not.toContain('secret.py');
  });

  test('agrees with git about what only this clone and this user ignore, also in a worktree', () => {
    const root = temporaryWorkspace({
      '.gitignore': '!kept.py\n',
      'home/.gitconfig': '[core]\n\texcludesFile = ~/mine\n',
      'home/mine': '*.libsonnet\nkept.py\n',
    });
    vi.stubEnv('HOME', join(root, 'home'));
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root });
    git('init', '--quiet');
    git('-c', 'user.name=t', '-c', 'user.email=t', 'commit', '--quiet', '--allow-empty', '-m', 'x');
    git('worktree', 'add', '--quiet', 'worktree');
    writeFileSync(join(root, '.git/info/exclude'), '/apps/web/\n');
    const asked = [...paths, 'kept.py'];
    for (const folder of [root, join(root, 'worktree')]) {
      const rules = new IgnoreRules(folder);
      const ignored = asked.filter((path) => isIgnoredByGit(folder, path));
      expect(asked.filter((path) => rules.isIgnored(path))).toEqual(ignored);
      expect(ignored).toContain('apps/api/secret.libsonnet');
      expect(ignored).toContain('apps/web/secret.libsonnet');
    }
  });

  test('knows what Nx never sees', () => {
    const rules = new IgnoreRules(temporaryWorkspace({}));
    expect(rules.isIgnored('node_modules/a/x.libsonnet')).toBe(true);
    expect(rules.isIgnored('apps/a.py')).toBe(false);
  });

  test('reads .nxignore too', () => {
    const rules = new IgnoreRules(temporaryWorkspace({ '.nxignore': 'apps/api/big/' }));
    expect(rules.isIgnored('apps/api/big/x.json')).toBe(true);
    expect(rules.isFolderIgnored('apps/api')).toBe(false);
  });
});
