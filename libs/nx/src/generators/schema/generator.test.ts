import {
  addProjectConfiguration,
  logger,
  readJson,
  readProjectConfiguration,
  updateProjectConfiguration,
} from '@nx/devkit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import schemaManifest from '../../../../schema/package.json' with { type: 'json' };
import { emptyTree, texts } from '../../../test/tree.js';
import { companions, schemaGenerator } from './generator.js';

beforeEach(() => void vi.spyOn(logger, 'info').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

function treeWithProject(files: Readonly<Record<string, string>> = {}) {
  const tree = emptyTree();
  addProjectConfiguration(tree, 'api', { root: 'apps/api' });
  tree.write('apps/api/pyproject.toml', '');
  for (const [path, text] of Object.entries(files)) tree.write(path, text);
  return tree;
}

describe('schema', () => {
  test('adds tables, targets and packages; what needs a database is not cached', async () => {
    const tree = treeWithProject({ 'apps/api/codegen.config.jsonnet': '{}' });
    await schemaGenerator(tree, { project: 'api' });
    const tables = tree.read('apps/api/schema/schema.config.ts', 'utf8');
    expect(tables).toContain('its migrations and `models.py` are written from them');
    const { targets } = readProjectConfiguration(tree, 'api');
    expect(targets).toMatchObject({
      'schema-check': { cache: true, options: { env: { DATABASE_URL: '' } } },
      'schema-models': { cache: true, outputs: ['{projectRoot}/models.py'] },
      codegen: { dependsOn: ['schema-models'] },
    });
    for (const name of ['schema-generate', 'schema-migrate']) {
      expect(targets![name]).not.toHaveProperty('cache');
    }
    expect(readJson(tree, 'package.json')).toMatchObject({
      devDependencies: { '@rowhouse/schema': `^${schemaManifest.version}`, ...companions },
    });
  });

  test('has codegen wait for the models, whatever the project says of it', async () => {
    const tree = treeWithProject({ 'apps/api/codegen.config.json': '{}' });
    const codegen = { dependsOn: ['^build'], options: { quiet: true } };
    updateProjectConfiguration(tree, 'api', { root: 'apps/api', targets: { codegen } });
    await schemaGenerator(tree, { project: 'api' });
    expect(readProjectConfiguration(tree, 'api').targets!['codegen']).toEqual({
      dependsOn: ['^build', 'schema-models'],
      options: { quiet: true },
    });
  });

  test('is for projects with Python: takes the only one, and refuses others', async () => {
    const tree = treeWithProject();
    addProjectConfiguration(tree, 'web', { root: 'apps/web' });
    tree.write('apps/web/index.ts', '');
    await schemaGenerator(tree, {});
    expect(readProjectConfiguration(tree, 'api').targets).toHaveProperty('schema-models');
    await expect(schemaGenerator(tree, { project: 'web' })).rejects.toThrow(
      "project: found 'web', which contains no Python: no pyproject.toml, setup.py, setup.cfg, requirements.txt, " +
        'config or module in apps/web. Projects with Python: api. To create one, run nx g @rowhouse/nx:app.',
    );
    expect(tree.exists('apps/web/schema')).toBe(false);
  });

  test('names the versions that @rowhouse/schema wants', () => {
    const { dependencies, peerDependencies } = schemaManifest;
    expect({ ...dependencies, ...peerDependencies }).toMatchObject(companions);
  });

  test('writes models beside those that are there', async () => {
    const tree = treeWithProject({ 'apps/api/models/__init__.py': '' });
    await schemaGenerator(tree, { project: 'api' });
    const { targets } = readProjectConfiguration(tree, 'api');
    expect(targets!['schema-models']!.outputs).toEqual(['{projectRoot}/models/tables.py']);
  });

  test('a name of a project is no part of the code', async () => {
    const tree = emptyTree();
    const project = "it's */ process.exit(7) /*";
    addProjectConfiguration(tree, project, { root: 'apps/api' });
    tree.write('apps/api/main.py', '');
    await schemaGenerator(tree, { project });
    expect(tree.read('apps/api/schema/schema.config.ts', 'utf8')).not.toContain('exit');
  });

  test('run twice, changes nothing', async () => {
    const tree = treeWithProject();
    await schemaGenerator(tree, { project: 'api' });
    const once = texts(tree);
    await schemaGenerator(tree, { project: 'api' });
    expect(texts(tree)).toEqual(once);
  });

  test("keeps a user's files and targets, and says which files", async () => {
    const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const tree = treeWithProject({ 'apps/api/schema/schema.config.ts': '// mine\n' });
    const mine = { command: 'schema check --json' };
    addProjectConfiguration(tree, 'other', {
      root: 'apps/other',
      targets: { 'schema-check': mine },
    });
    tree.write('apps/other/api/__init__.py', '');
    await schemaGenerator(tree, { project: 'api' });
    await schemaGenerator(tree, { project: 'other' });
    expect(tree.read('apps/api/schema/schema.config.ts', 'utf8')).toBe('// mine\n');
    expect(warn).toHaveBeenCalledWith(
      'Existing files, not changed: apps/api/schema/schema.config.ts',
    );
    expect(readProjectConfiguration(tree, 'other').targets!['schema-check']).toEqual(mine);
  });

  test('says what a workspace without a package.json lacks', async () => {
    const tree = treeWithProject();
    tree.delete('package.json');
    await expect(schemaGenerator(tree, { project: 'api' })).rejects.toThrow(
      'the workspace root has no package.json',
    );
  });
});
