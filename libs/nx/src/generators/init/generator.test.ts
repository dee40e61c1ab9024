import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { logger, readJson, readNxJson, updateNxJson, writeJson } from '@nx/devkit';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { emptyTree, texts } from '../../../test/tree.js';
import manifest from '../../../package.json' with { type: 'json' };
import { initGenerator } from './generator.js';

afterEach(() => vi.restoreAllMocks());

describe('init', () => {
  test('registers the plugin, adds the packages and ignores generated code', async () => {
    const tree = emptyTree();
    tree.write('.gitignore', 'node_modules');
    await initGenerator(tree, {});
    expect(readNxJson(tree)!.plugins).toEqual(['@rowhouse/nx']);
    expect(readNxJson(tree)!.namedInputs).toMatchObject({
      generated: [{ dependentTasksOutputFiles: '**/*', transitive: true }],
    });
    expect(readNxJson(tree)!.sync).toBeUndefined();
    expect(readJson(tree, 'package.json')).toMatchObject({
      devDependencies: {
        '@rowhouse/nx': `^${manifest.version}`,
        '@rowhouse/fastapi': `^${manifest.version}`,
      },
    });
    expect(tree.read('.gitignore', 'utf8')).toBe('node_modules\n_generated/\n');
  });

  test('with sync, registers the sync generator and lets generated code be committed', async () => {
    const tree = emptyTree();
    await initGenerator(tree, { sync: true });
    expect(readNxJson(tree)!.sync).toEqual({ globalGenerators: ['@rowhouse/nx:sync'] });
    expect(tree.exists('.gitignore')).toBe(false);
  });

  test.each(['~0.1.0', '0.1.0'])('wants all of Rowhouse in %s, as it is named', async (range) => {
    const tree = emptyTree();
    writeJson(tree, 'package.json', { devDependencies: { '@rowhouse/nx': range } });
    await initGenerator(tree, {});
    expect(readJson(tree, 'package.json')).toMatchObject({
      devDependencies: { '@rowhouse/nx': range, '@rowhouse/fastapi': range },
    });
  });

  test('leaves the choice alone once it is made', async () => {
    const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const tree = emptyTree();
    await initGenerator(tree, {});
    await initGenerator(tree, { sync: true });
    expect(warn).toHaveBeenCalledWith(
      '.gitignore has the line _generated/: remove it, so that generated code can be committed.',
    );
    tree.write('.gitignore', 'node_modules\n');
    await initGenerator(tree, {});
    expect(tree.read('.gitignore', 'utf8')).toBe('node_modules\n');
  });

  test.each([{}, { sync: true }])('run twice with %o, changes nothing', async (options) => {
    const tree = emptyTree();
    await initGenerator(tree, options);
    const once = texts(tree);
    await initGenerator(tree, options);
    await initGenerator(tree, {});
    expect(texts(tree)).toEqual(once);
  });

  test('keeps what is there: other plugins, options of ours, installed versions', async () => {
    const tree = emptyTree();
    const plugins = [
      '@acme/other',
      { plugin: '@rowhouse/nx', options: { codegenTargetName: 'g' } },
    ];
    updateNxJson(tree, { ...readNxJson(tree), plugins });
    tree.write('package.json', '{ "devDependencies": { "@rowhouse/nx": "file:x.tgz" } }');
    await initGenerator(tree, {});
    expect(readNxJson(tree)!.plugins).toEqual(plugins);
    expect(readJson(tree, 'package.json')).toMatchObject({
      devDependencies: { '@rowhouse/nx': 'file:x.tgz' },
    });
  });

  test('tells the Jsonnet extension where stdlib is', async () => {
    const tree = emptyTree();
    await initGenerator(tree, {});
    const [path] = readJson<Record<string, string[]>>(tree, '.vscode/settings.json')[
      'jsonnet.languageServer.jpath'
    ]!;
    expect(path).toBe('node_modules/@rowhouse');
    expect(existsSync(join(import.meta.dirname, '../../../../..', path!, 'stdlib'))).toBe(true);
  });

  test.each([
    ['// Ours\n{ "editor.tabSize": 2, }', true],
    ['{ "jsonnet.languageServer.jpath": ["lib"] }', false],
    ['{ "jsonnet.languageServer.jpath": ', false],
  ])('leaves settings that are there, and says what to add: %s', async (settings, isAdvised) => {
    const info = vi.spyOn(logger, 'info').mockImplementation(() => undefined);
    const tree = emptyTree();
    tree.write('.vscode/settings.json', settings);
    await initGenerator(tree, { skipFormat: true });
    expect(tree.read('.vscode/settings.json', 'utf8')).toBe(settings);
    const line = '"jsonnet.languageServer.jpath":["node_modules/@rowhouse"]';
    const messages = info.mock.calls.map(([message]) => String(message));
    expect(messages.some((message) => message.endsWith(`add ${line}`))).toBe(isAdvised);
  });

  test('leaves package.json alone when told to', async () => {
    const tree = emptyTree();
    const before = tree.read('package.json', 'utf8');
    await initGenerator(tree, { skipPackageJson: true });
    expect(tree.read('package.json', 'utf8')).toBe(before);
  });
});
