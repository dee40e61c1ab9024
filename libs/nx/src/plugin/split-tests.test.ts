import { describe, expect, test } from 'vitest';

import { infer, installed, temporaryWorkspace } from '../../test/workspace.js';

const CONFIG = 'apps/api/codegen.config.jsonnet';
const whole = {
  command: 'python -m pytest',
  options: { cwd: '{projectRoot}' },
  dependsOn: ['codegen'],
  cache: true,
  inputs: ['default', 'generated'],
};

async function split(
  files: Readonly<Record<string, string>>,
  { targets = { test: whole } as object, options = { testCiTargetName: 'test-ci' } as object } = {},
) {
  const root = temporaryWorkspace({
    ...installed(),
    '.gitignore': 'node_modules\n.venv\n',
    'apps/api/project.json': JSON.stringify({ name: 'api', targets }),
    [CONFIG]: "{ module: 'blog' }",
    'apps/api/tests/test_main.py': '',
    'apps/api/_generated/blog/tests/conftest.py': '',
    'apps/api/_generated/blog/tests/test_post.py': '',
    ...files,
  });
  const inferred = (await infer(root, [CONFIG], options))['apps/api']!.targets!;
  return Object.fromEntries(Object.entries(inferred).filter(([each]) => each.startsWith('test')));
}

describe('tests by file', () => {
  test('are tasks with the command of `test`, and one that runs all', async () => {
    const targets = await split({});
    const post = 'test-ci--_generated/blog/tests/test_post.py';
    const main = 'test-ci--tests/test_main.py';
    expect(Object.keys(targets)).toEqual([post, main, 'test-ci']);
    expect(targets[main]).toMatchObject({
      ...whole,
      command: 'python -m pytest tests/test_main.py',
    });
    expect(targets['test-ci']).toMatchObject({
      executor: 'nx:noop',
      dependsOn: [
        { target: post, params: 'forward' },
        { target: main, params: 'forward' },
      ],
    });
  });

  test('have the executor of `test`', async () => {
    const executor = '@nxlv/python:run-commands';
    const own = { command: 'uv run pytest', cwd: '{projectRoot}' };
    const targets = await split({}, { targets: { test: { executor, options: own } } });
    expect(targets['test-ci--tests/test_main.py']).toMatchObject({
      executor,
      options: { command: 'uv run pytest tests/test_main.py', cwd: '{projectRoot}' },
    });
  });

  test('are none of ignored files and other projects', async () => {
    const targets = await split({
      'apps/api/.venv/lib/test_package.py': '',
      'apps/api/inner/project.json': '{ "name": "inner" }',
      'apps/api/inner/test_inner.py': '',
    });
    expect(Object.keys(targets)).toHaveLength(3);
  });

  test('stay one where git ignores the generated ones', async () => {
    const targets = await split({ '.gitignore': 'node_modules\n_generated/\n' });
    expect(targets).toMatchObject({ 'test-ci': { dependsOn: ['test'] } });
    expect(Object.keys(targets)).toEqual(['test-ci']);
  });

  test('are for those who ask, and have a command for tests', async () => {
    expect(await split({}, { options: {} })).toEqual({});
    expect(await split({}, { targets: { test: { executor: '@acme/x:pytest' } } })).toEqual({});
  });
});
