import { execFileSync } from 'node:child_process';

import { describe, expect, test } from 'vitest';

import { temporaryWorkspace } from '../../test/workspace.js';
import { IgnoreRules } from './ignore-rules.js';

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

  test('reads .nxignore too', () => {
    const rules = new IgnoreRules(temporaryWorkspace({ '.nxignore': 'apps/api/big/' }));
    expect(rules.isIgnored('apps/api/big/x.json')).toBe(true);
    expect(rules.isFolderIgnored('apps/api')).toBe(false);
  });
});
