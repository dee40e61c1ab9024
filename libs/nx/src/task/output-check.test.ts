import type { GenerateResult } from '@rowhouse/core';
import { headerOf } from '@rowhouse/python';
import { describe, expect, test } from 'vitest';

import { temporaryWorkspace } from '../../test/workspace.js';
import { OUTPUT_GLOBS } from '../plugin/output-globs.js';
import { checkOutputFolder, checkOutputs, refuseOtherOutputs } from './output-check.js';
import type { Task } from './task.js';

const GENERATED = `${headerOf('the config')}\n`;

function task(workspaceRoot: string, output: string | undefined = 'a/_generated'): Task {
  const project = { config: 'a/codegen.config.json' };
  return {
    workspaceRoot,
    projectName: 'a',
    projectRoot: 'a',
    project,
    output,
    isCached: true,
    inputs: [],
    outputs: [],
    uncached: undefined,
  };
}

test('refuses outputs that are not those of the plugin', () => {
  const cached = (outputs: readonly string[]) => () =>
    refuseOtherOutputs({ ...task(temporaryWorkspace({})), outputs });
  expect(cached([...OUTPUT_GLOBS, '{projectRoot}/more'])).not.toThrow();
  for (const outputs of [[], ['{projectRoot}/src/gql']]) {
    expect(cached(outputs)).toThrow(
      /the outputs of this cached target of a are not the generated files: .*\n.*"outputs".*remove them, or set "cache": false/,
    );
  }
});

describe('checkOutputFolder', () => {
  test('takes an absent folder, and one with what the manifest lists', () => {
    const root = temporaryWorkspace({
      'a/_generated/.rowhouse.json': JSON.stringify({ version: 1, files: { 'b/x.py': 'hash' } }),
      'a/_generated/b/x.py': '# no header\n',
    });
    expect(checkOutputFolder(task(root))).toEqual({ stale: [] });
    expect(checkOutputFolder(task(root, 'a/other'))).toEqual({ stale: [] });
  });

  test('tells files of an earlier config, and leaves caches of Python and editors alone', () => {
    const root = temporaryWorkspace({
      'a/_generated/b/old.py': GENERATED,
      'a/_generated/b/__pycache__/x.pyc': 'x',
      'a/_generated/.pytest_cache/v.txt': 'x',
      'a/_generated/.rowhouse-lock-1': '',
      'a/_generated/.DS_Store': '',
    });
    expect(checkOutputFolder(task(root))).toEqual({ stale: ['b/old.py'] });
  });

  test("refuses a user's files, and names at most five", () => {
    const mine = ['1', '2', '3', '4', '5', '6', '7'].map((name) => `a/_generated/${name}.py`);
    const root = temporaryWorkspace(Object.fromEntries(mine.map((path) => [path, '# mine\n'])));
    expect(() => checkOutputFolder(task(root))).toThrow(
      /a\/_generated\/1\.py, .*a\/_generated\/5\.py, and 2 more: not generated, .*\n.*Move the files to another folder, or set "cache": false/,
    );
  });

  test.each([
    ['../elsewhere', 'is outside of the workspace'],
    ['/tmp/x', 'is outside of the workspace'],
    ['a', 'contains the project a itself'],
    ['.', 'contains the project a itself'],
  ])('refuses the folder %s', (output, message) => {
    expect(() => checkOutputFolder(task(temporaryWorkspace({}), output))).toThrow(message);
  });
});

describe('checkOutputs', () => {
  const result = (outputRoot: string, ...paths: string[]) =>
    ({
      outputRoot,
      plan: { changes: paths.map((path) => ({ kind: 'unchanged', path })) },
    }) as unknown as GenerateResult;

  test('takes what the outputs cover', () => {
    const paths = ['.rowhouse.json', 'b/x.py', 'b/py.typed'];
    expect(() => checkOutputs(task('/ws'), result('/ws/a/_generated', ...paths))).not.toThrow();
  });

  test('refuses another folder than the one that was inferred', () => {
    expect(() => checkOutputs(task('/ws'), result('/ws/a/api'))).toThrow(
      'the config generates into a/api, but the target expects a/_generated',
    );
  });

  test('refuses files that the glob of the outputs misses', () => {
    const paths = ['b/x.py', 'Makefile', 'v1.0/x.py'];
    expect(() => checkOutputs(task('/ws'), result('/ws/a/_generated', ...paths))).toThrow(
      'Makefile, v1.0/x.py: not in the outputs of the target, which only include files with an extension',
    );
  });
});
