import { describe, expect, test } from 'vitest';

import { isUvWorkspace, withMember } from './uv-members.js';

const head = '[project]\nname = "w"\n\n[tool.uv.workspace]\n';
const tail = '\n[tool.ruff]\nmembers = []\n';

describe('withMember', () => {
  test.each([
    ['members = ["libs/*"]', 'members = ["libs/*", "apps/api"]'],
    ["members = ['libs/*', ]", 'members = [\'libs/*\', "apps/api"]'],
    ['members = []', 'members = ["apps/api"]'],
    ['members = [\n  "libs/*",\n]', 'members = [\n  "libs/*",\n  "apps/api",\n]'],
    [
      'members = [\n    "libs/*"  # ours\n]',
      'members = [\n    "libs/*",  # ours\n    "apps/api",\n]',
    ],
    ['exclude = ["x"]\nmembers = ["libs/*"]', 'exclude = ["x"]\nmembers = ["libs/*", "apps/api"]'],
  ])('adds the folder: %j', (before, after) => {
    expect(withMember(`${head}${before}\n${tail}`, 'apps/api')).toBe(`${head}${after}\n${tail}`);
  });

  test.each(['["apps/*"]', '["libs/*", "apps/api"]', "['{apps,libs}/*']"])(
    'leaves the text as it is where %s has the folder',
    (members) => {
      const text = `${head}members = ${members}\n`;
      expect(withMember(text, 'apps/api')).toBe(text);
    },
  );

  test.each([
    '[tool.ruff]\nmembers = []\n',
    '[tool.uv]\nworkspace = { members = [] }\n',
    head,
    `${head}${tail}`,
  ])('knows that it cannot in %j', (text) => {
    expect(withMember(text, 'apps/api')).toBeUndefined();
  });
});

test('isUvWorkspace', () => {
  expect(isUvWorkspace(head)).toBe(true);
  expect(isUvWorkspace('[tool.uv]\npackage = false\n')).toBe(false);
});
