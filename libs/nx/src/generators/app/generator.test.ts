import { logger, readProjectConfiguration } from '@nx/devkit';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { emptyTree, texts } from '../../../test/tree.js';
import { appGenerator } from './generator.js';

afterEach(() => vi.restoreAllMocks());

describe('app', () => {
  test('makes a project with config, models, main.py, pyproject.toml and tests', async () => {
    const tree = emptyTree();
    await appGenerator(tree, { name: 'blog-api', tags: 'scope:blog, type:api' });
    expect(readProjectConfiguration(tree, 'blog-api')).toMatchObject({
      root: 'apps/blog-api',
      projectType: 'application',
      tags: ['scope:blog', 'type:api'],
      targets: {
        serve: { continuous: true, dependsOn: ['codegen'] },
        test: {
          dependsOn: ['codegen'],
          cache: true,
          inputs: ['default', '^default', 'generated', { env: 'TEST_DATABASE_URL' }],
        },
      },
    });
    const files = Object.keys(texts(tree)).filter((path) => path.startsWith('apps/blog-api/'));
    expect(files.map((path) => path.slice('apps/blog-api/'.length))).toEqual([
      'README.md',
      'codegen.config.jsonnet',
      'create_tables.py',
      'main.py',
      'models/__init__.py',
      'models/base.py',
      'project.json',
      'pyproject.toml',
      'tests/test_main.py',
    ]);
    expect(tree.read('apps/blog-api/codegen.config.jsonnet', 'utf8')).toContain(
      "module: 'blog_api'",
    );
    expect(tree.read('apps/blog-api/main.py', 'utf8')).toContain(
      'FastAPI(title="blog-api", openapi_tags=tags_metadata)',
    );
  });

  test('takes a directory, a module and JSON', async () => {
    const tree = emptyTree();
    const options = { name: 'api', directory: 'services/billing', module: 'billing' };
    await appGenerator(tree, { ...options, format: 'json' });
    expect(JSON.parse(tree.read('services/billing/codegen.config.json', 'utf8')!)).toEqual({
      version: '1',
      module: 'billing',
      resources: [],
    });
  });

  test('run twice, changes nothing', async () => {
    const tree = emptyTree();
    await appGenerator(tree, { name: 'api' });
    const once = texts(tree);
    await appGenerator(tree, { name: 'api' });
    expect(texts(tree)).toEqual(once);
  });

  test("keeps a user's files, and says which", async () => {
    const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const tree = emptyTree();
    tree.write('apps/api/main.py', '# mine\n');
    await appGenerator(tree, { name: 'api' });
    expect(tree.read('apps/api/main.py', 'utf8')).toBe('# mine\n');
    expect(warn).toHaveBeenCalledWith('Kept as they are: apps/api/main.py');
  });

  test.each(['../elsewhere', '/tmp/x', '.'])('refuses the directory %s', async (directory) => {
    await expect(appGenerator(emptyTree(), { name: 'api', directory })).rejects.toThrow(
      `directory: found '${directory}', expected a folder inside the workspace`,
    );
  });
});
