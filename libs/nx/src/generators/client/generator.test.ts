import { addProjectConfiguration, logger, readJson } from '@nx/devkit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { emptyTree } from '../../../test/tree.js';
import { clientGenerator } from './generator.js';

beforeEach(() => void vi.spyOn(logger, 'info').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

function treeWith(config: string, path = 'apps/api/codegen.config.jsonnet') {
  const tree = emptyTree();
  addProjectConfiguration(tree, 'api', { root: 'apps/api' });
  tree.write(path, config);
  return tree;
}

describe('client', () => {
  test('creates a library, and says in the config where the client goes', async () => {
    const tree = treeWith("// Ours.\n{\n  version: '1',\n  module: 'api',\n  resources: [],\n}\n");
    tree.write('tsconfig.base.json', '{ "compilerOptions": {} }');
    await clientGenerator(tree, { query: 'tanstack-vue', validation: 'zod' });
    expect(tree.read('apps/api/codegen.config.jsonnet', 'utf8')).toBe(`// Ours.
{
  version: '1',
  client: { out: '../../libs/api-client/src/generated', query: 'tanstack-vue', validation: 'zod' },
  module: 'api',
  resources: [],
}
`);
    expect(tree.read('libs/api-client/src/index.ts', 'utf8')).toContain('./generated/index.js');
    expect(readJson(tree, 'libs/api-client/package.json')).toMatchObject({ name: 'api-client' });
    expect(readJson(tree, 'libs/api-client/project.json')).toMatchObject({
      name: 'api-client',
      sourceRoot: 'libs/api-client/src',
    });
    expect(readJson(tree, 'libs/api-client/project.json')).toHaveProperty(
      'targets.typecheck.cache',
      true,
    );
    expect(readJson(tree, 'tsconfig.base.json')).toMatchObject({
      compilerOptions: { paths: { 'api-client': ['libs/api-client/src/index.ts'] } },
    });
    const { dependencies, devDependencies } = readJson<Record<string, object>>(
      tree,
      'package.json',
    );
    expect(dependencies).toMatchObject({ '@tanstack/vue-query': '^5.0.0', zod: '^4.0.0' });
    expect(devDependencies).toHaveProperty('@rowhouse/client');
  });

  test('writes into a config of JSON, and into the folder that it is told', async () => {
    const config = 'apps/api/codegen.config.json';
    const tree = treeWith('{ "version": "1", "module": "api", "resources": [] }\n', config);
    await clientGenerator(tree, { directory: 'packages/sdk/' });
    expect(tree.read(config, 'utf8')).toBe(
      '{ "version": "1", "client": {"out":"../../packages/sdk/src/generated"}, "module": "api", "resources": [] }\n',
    );
    expect(readJson(tree, 'packages/sdk/package.json')).toMatchObject({ name: 'sdk' });
  });

  test('leaves a config that has a client, and shows what to add where there is no place for it', async () => {
    const text = "{ version: '1', client: { out: 'x' }, module: 'api', resources: [] }";
    const tree = treeWith(text);
    await clientGenerator(tree, {});
    expect(tree.read('apps/api/codegen.config.jsonnet', 'utf8')).toBe(text);
    expect(tree.exists('libs/api-client')).toBe(false);

    const computed = treeWith("{ ['version']: '1', module: 'api', resources: [] }");
    await expect(clientGenerator(computed, {})).rejects.toThrow(
      "Add this by hand:\n\nclient: { out: '../../libs/api-client/src/generated' }",
    );
    expect(computed.exists('libs/api-client')).toBe(false);
  });
});
