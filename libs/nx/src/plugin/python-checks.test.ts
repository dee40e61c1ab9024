import { describe, expect, test } from 'vitest';

import { infer, installed, temporaryWorkspace } from '../../test/workspace.js';

const CONFIG = 'apps/api/codegen.config.jsonnet';
const checks = ['lint', 'format', 'typecheck'];

async function targetsOf(files: Readonly<Record<string, string>>) {
  const root = temporaryWorkspace({
    ...installed(),
    'apps/api/project.json': '{}',
    [CONFIG]: "{ module: 'blog' }",
    ...files,
  });
  return (await infer(root, [CONFIG]))['apps/api']!.targets!;
}

const named = async (files: Readonly<Record<string, string>>) =>
  Object.keys(await targetsOf(files)).filter((name) => checks.includes(name));

describe('the checks of a Python project', () => {
  const tools = '[dependency-groups]\ndev = ["ruff>=0.9", "mypy"]\n';

  test('run the tools that it names, cached, with what is installed in their hash', async () => {
    const targets = await targetsOf({ 'apps/api/pyproject.toml': tools });
    expect(targets['lint']).toMatchObject({
      command: 'python -m ruff check . --extend-exclude _generated',
      cache: true,
      inputs: expect.arrayContaining([
        '{projectRoot}/**/*',
        '{workspaceRoot}/pyproject.toml',
        { runtime: expect.stringContaining('installed.js apps/api') as string },
      ]) as unknown,
    });
    expect(targets['format']!.command).toContain('ruff format --check .');
    expect(targets['typecheck']).toMatchObject({
      command: 'python -m mypy .',
      cache: true,
      dependsOn: ['codegen'],
      inputs: expect.arrayContaining([
        '^default',
        { dependentTasksOutputFiles: '**/*', transitive: true },
      ]) as unknown,
    });
  });

  test('run by uv, where the workspace uses it', async () => {
    const files = { 'apps/api/pyproject.toml': tools, 'uv.lock': '' };
    expect((await targetsOf(files))['lint']!.command).toContain('uv run python -m ruff');
  });

  test.each([
    ['requirements of the workspace', { 'apps/api/pyproject.toml': '', 'pyproject.toml': tools }],
    ['settings', { 'apps/api/pyproject.toml': '[tool.ruff]\n[tool.pyright]\n' }],
    ['dependencies of Poetry', { 'apps/api/pyproject.toml': 'ruff = "^0.9"\npyright = "*"\n' }],
  ])('are found in %s', async (_where, files) => {
    expect(await named(files)).toEqual(checks);
  });

  test('are none of tools that are not there', async () => {
    expect(await named({ 'apps/api/pyproject.toml': '["ruff-lsp"]\n' })).toEqual([]);
    expect(await named({ 'pyproject.toml': tools })).toEqual([]);
  });

  test("leave the project's own targets alone", async () => {
    const own = { 'apps/api/project.json': '{ "targets": { "lint": { "command": "x" } } }' };
    const scripts = { 'apps/api/package.json': '{ "name": "api", "scripts": { "format": "x" } }' };
    expect(await named({ 'apps/api/pyproject.toml': tools, ...own, ...scripts })).toEqual([
      'typecheck',
    ]);
  });
});
