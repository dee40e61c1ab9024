import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryWorkspace } from '../../test/workspace.js';
import { OutputClaims } from './shared-folders.js';

const claim = (project: string, folder: string, projectRoot = `apps/${project}`) => ({
  project,
  projectRoot,
  config: `${projectRoot}/codegen.config.jsonnet`,
  folder,
});

test.each([
  ['one folder', 'apps/a/code', 'apps/a/code', true],
  ['one inside the other', 'apps/a/code', 'apps/a/code/inner/deep', true],
  ['neighbours', 'apps/a/code', 'apps/a/code2', false],
  [
    'a project folder around another project, whose files lie beside',
    'apps/a',
    'apps/a/b/code',
    false,
  ],
  ['two projects in one folder', 'apps/a', 'apps/a', true],
])('%s: %s, %s', (_, first, second, meet) => {
  const [a, b] = [claim('a', first), claim('b', second)];
  for (const claims of [
    new OutputClaims('/virtual', [a, b]),
    new OutputClaims('/virtual', [b, a]),
  ]) {
    expect(claims.conflict(a)).toBe(meet ? 'b' : undefined);
    expect(claims.conflict(b)).toBe(meet ? 'a' : undefined);
  }
});

test('one config may have several targets', () => {
  const a = claim('a', 'apps/a/code');
  expect(new OutputClaims('/virtual', [a, { ...a }]).conflict(a)).toBeUndefined();
});

test.each([
  ['the folder itself', 'apps/b/code'],
  ['one that it would lie in', 'apps/b'],
])('a link may lead to the folder of another project: %s', (_, link) => {
  const root = temporaryWorkspace({ 'shared/file': '', 'apps/file': '' });
  if (link === 'apps/b/code') mkdirSync(join(root, 'apps/b'));
  symlinkSync(join(root, 'shared'), join(root, link));
  const [a, b] = [claim('a', 'shared'), claim('b', 'apps/b/code')];
  expect(new OutputClaims(root, [a, b]).conflict(a)).toBe('b');
  expect(new OutputClaims(root, [a, b]).conflict(b)).toBe('a');
});
