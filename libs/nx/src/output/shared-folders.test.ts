import { expect, test } from 'vitest';

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
  for (const claims of [new OutputClaims([a, b]), new OutputClaims([b, a])]) {
    expect(claims.conflict(a)).toBe(meet ? 'b' : undefined);
    expect(claims.conflict(b)).toBe(meet ? 'a' : undefined);
  }
});

test('one config may have several targets', () => {
  const a = claim('a', 'apps/a/code');
  expect(new OutputClaims([a, { ...a }]).conflict(a)).toBeUndefined();
});
