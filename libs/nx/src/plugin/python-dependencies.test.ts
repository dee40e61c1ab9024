import { describe, expect, test } from 'vitest';

import { edges, installed, temporaryWorkspace } from '../../test/workspace.js';

const projects = { api: 'apps/api', shop: 'libs/shop' };

/** The edges of a project whose `pyproject.toml` ends with a text. */
async function edgesOf(end: string, root = ''): Promise<readonly string[]> {
  const directory = temporaryWorkspace({
    ...installed(),
    'pyproject.toml': root,
    'apps/api/project.json': '{}',
    'apps/api/pyproject.toml': `[project]\nname = "api"\n${end}`,
    'libs/shop/project.json': '{}',
    'libs/shop/pyproject.toml': '[project]\nname = "acme-shop"\n',
  });
  return edges(directory, projects, []);
}

describe('the projects that a pyproject.toml names', () => {
  test.each([
    ['a path of uv', '[tool.uv.sources]\nshop = { path = "../../libs/shop", editable = true }\n'],
    ['a path of uv in a table', '[tool.uv.sources.shop]\npath = "../../libs/shop/"\n'],
    ['a member of the uv workspace', '[tool.uv.sources]\nacme_shop = { workspace = true }\n'],
    ['one in a table', '[tool.uv.sources.acme-shop]\nworkspace = true\n'],
    ['a requirement', 'dependencies = ["acme-shop @ file:../../libs/shop"]\n'],
    [
      'a path of Poetry',
      '[tool.poetry.dependencies]\nshop = {path = "../../libs/shop", develop = true}\n',
    ],
    [
      'one of a group',
      '[tool.poetry.group.dev.dependencies]\nshop = { path = "../../libs/shop" }\n',
    ],
  ])('%s', async (_what, text) => {
    expect(await edgesOf(text)).toEqual(['shop']);
  });

  test('a source of the root, where the project requires it', async () => {
    const root = '[tool.uv.sources]\nacme-shop = { workspace = true }\n';
    expect(await edgesOf('dependencies = ["acme_shop>=1"]\n', root)).toEqual(['shop']);
    expect(await edgesOf('dependencies = ["fastapi"]\n', root)).toEqual([]);
  });

  test.each([
    ['another package of that name', 'dependencies = ["acme-shop>=1"]\n'],
    ['a comment', '[tool.uv.sources]\n# shop = { path = "../../libs/shop" }\n'],
    ['a path of another tool', '[tool.x]\npath = "../../libs/shop"\n'],
    ['itself', '[tool.uv.sources]\napi = { path = "." }\n'],
  ])('not %s', async (_what, text) => {
    expect(await edgesOf(text)).toEqual([]);
  });
});
