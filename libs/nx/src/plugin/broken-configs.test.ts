import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { infer, installed, temporaryWorkspace, writeFiles } from '../../test/workspace.js';
import { Toolchain } from './toolchain.js';

afterEach(() => vi.restoreAllMocks());

describe('nothing breaks the graph', () => {
  test('a config without a project has no targets, and a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const root = temporaryWorkspace({ 'tools/x/codegen.config.json': '{}' });
    expect(await infer(root, ['tools/x/codegen.config.json'])).toEqual({});
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'tools/x/codegen.config.json: no targets, because there is no project in that folder. ' +
        'Add a project.json next to the config: { "name": "x" }. Or list the config in .nxignore.',
    );
  });

  test('a package.json makes a project inside the package workspaces alone', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const root = temporaryWorkspace({
      'package.json': '{ "workspaces": ["a"] }',
      'a/package.json': '{ "name": "@acme/a" }',
      'a/codegen.config.json': '{}',
      'fixtures/package.json': '{ "name": "@acme/a" }',
      'fixtures/codegen.config.json': '{}',
    });
    const projects = await infer(root, ['a/codegen.config.json', 'fixtures/codegen.config.json']);
    expect(Object.keys(projects)).toEqual(['a']);
    expect(projects['a']!.targets!['codegen']!.metadata!.help!.command).toContain(
      '@acme/a:codegen',
    );
    expect(warn).toHaveBeenCalledOnce();
  });

  test('two configs in one project leave the config open', async () => {
    const root = temporaryWorkspace({
      ...installed(),
      'a/project.json': '{}',
      'a/codegen.config.json': '{}',
      'a/codegen.config.jsonnet': '{}',
    });
    const { targets } = (await infer(root, ['a/codegen.config.jsonnet', 'a/codegen.config.json']))[
      'a'
    ]!;
    expect(targets!['codegen']!.options).not.toHaveProperty('config');
    expect(targets!['codegen']!.cache).toBe(false);
  });

  test('imports of what is no regular file are not read', async () => {
    const isPosix = process.platform !== 'win32';
    const devices = isPosix ? `import 'pipe', import '/dev/zero', importstr '/dev/zero'` : '';
    const root = temporaryWorkspace({
      ...installed(),
      'a/project.json': '{}',
      'a/folder/x': '',
      'a/codegen.config.jsonnet': `[import 'folder', ${devices}]`,
    });
    if (isPosix) expect(spawnSync('mkfifo', [join(root, 'a/pipe')]).status).toBe(0);
    const { targets } = (await infer(root, ['a/codegen.config.jsonnet']))['a']!;
    expect(targets).toHaveProperty('codegen');
  });

  test('an unreadable config, a dangling link and a broken package.json have their targets', async () => {
    const root = temporaryWorkspace({
      'a/project.json': '{}',
      'a/codegen.config.jsonnet/x': '',
      'package.json': '{ "workspaces": ["b"] }',
      'b/package.json': '{ broken',
    });
    symlinkSync(join(root, 'gone'), join(root, 'b/codegen.config.json'));
    const configs = ['a/codegen.config.jsonnet', 'b/codegen.config.json'];
    const projects = await infer(root, configs);
    expect(Object.keys(projects)).toEqual(['a', 'b']);
    for (const { targets } of Object.values(projects)) expect(targets).toHaveProperty('codegen');
  });

  test('a project that inferring fails for loses its own targets alone', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(Toolchain.prototype, 'inputsFor').mockImplementationOnce(() => {
      throw new Error('defect');
    });
    const root = temporaryWorkspace({
      'a/project.json': '{}',
      'a/codegen.config.json': '{}',
      'b/project.json': '{}',
      'b/codegen.config.json': '{}',
    });
    const projects = await infer(root, ['a/codegen.config.json', 'b/codegen.config.json']);
    expect(Object.keys(projects)).toEqual(['b']);
    expect(warn).toHaveBeenCalledWith('a/codegen.config.json: no targets.', expect.any(Error));
  });

  test('any text at all has its targets', async () => {
    const root = temporaryWorkspace({ ...installed(), 'a/project.json': '{}' });
    const word = fc.constantFrom(
      'import',
      'importstr',
      ' ',
      '"',
      "'",
      '|||',
      '\n',
      '  ',
      '/*',
      '{',
      '}',
      ':',
      'package_prefix',
      '@',
      '..',
      '/',
      '\0',
    );
    const text = fc.array(fc.oneof(word, fc.string()), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('json', 'jsonnet'), async (parts, extension) => {
        const config = `a/codegen.config.${extension}`;
        writeFiles(root, { [config]: parts.join('') });
        const projects = await infer(root, [config]);
        expect(projects['a']!.targets).toHaveProperty('codegen-validate');
      }),
    );
  });

  test('bytes that are no UTF-8 have their targets', async () => {
    const root = temporaryWorkspace({ 'a/project.json': '{}' });
    writeFileSync(join(root, 'a/codegen.config.json'), Buffer.from([0xff, 0xfe, 0x00]));
    expect(await infer(root, ['a/codegen.config.json'])).toHaveProperty('a');
  });
});
