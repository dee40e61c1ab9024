import {
  addProjectConfiguration,
  logger,
  readNxJson,
  readProjectConfiguration,
  updateJson,
  updateNxJson,
  type Tree,
} from '@nx/devkit';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { emptyTree, texts } from '../../../test/tree.js';
import { appGenerator } from './generator.js';

afterEach(() => vi.restoreAllMocks());

describe('app', () => {
  test('makes a project with config, models, main.py, pyproject.toml and tests', async () => {
    const tree = emptyTree();
    await appGenerator(tree, { name: 'blog-api', tags: 'scope:blog, type:api', python: 'uv' });
    expect(readProjectConfiguration(tree, 'blog-api')).toMatchObject({
      root: 'apps/blog-api',
      projectType: 'application',
      tags: ['scope:blog', 'type:api'],
      targets: {
        serve: { continuous: true, dependsOn: ['codegen', 'codegen-watch'] },
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
      'FastAPI(title="blog-api", lifespan=lifespan, openapi_tags=tags_metadata)',
    );
  });

  test('tags it for boundary rules', async () => {
    const tree = emptyTree();
    await appGenerator(tree, { name: 'blog-api' });
    expect(readProjectConfiguration(tree, 'blog-api').tags).toEqual([
      'lang:python',
      'type:service',
      'scope:blog_api',
    ]);
  });

  test('with pip, tests run again when what is installed changes', async () => {
    const tree = emptyTree();
    await appGenerator(tree, { name: 'api', python: 'pip' });
    expect(readProjectConfiguration(tree, 'api').targets!['test']!.inputs).toContainEqual({
      runtime: 'python -m pip list --format=freeze --disable-pip-version-check',
    });
  });

  test('serves each project on a port of its own', async () => {
    const tree = emptyTree();
    for (const name of ['one', 'two']) await appGenerator(tree, { name, python: 'pip' });
    await appGenerator(tree, { name: 'two', python: 'pip' });
    const port = (name: string) => readProjectConfiguration(tree, name).targets!['serve']!.command;
    expect(port('one')).toContain('--port 8000');
    expect(port('two')).toContain('--port 8001');
    expect(tree.read('apps/two/README.md', 'utf8')).toContain('http://127.0.0.1:8001/docs');
  });

  test('sets up Alembic', async () => {
    const tree = emptyTree();
    await appGenerator(tree, { name: 'api', python: 'pip', migrations: 'alembic' });
    const files = Object.keys(texts(tree));
    expect(files).toContain('apps/api/migrations/env.py');
    expect(files).not.toContain('apps/api/create_tables.py');
    expect(tree.read('apps/api/pyproject.toml', 'utf8')).toContain('"alembic>=');
    expect(readProjectConfiguration(tree, 'api').targets).toMatchObject({
      'db-upgrade': { command: 'python -m alembic upgrade head' },
      'db-revision': { command: 'python -m alembic revision --autogenerate' },
      'db-check': { command: 'python -m alembic check' },
    });
  });

  test('adds the targets of what is asked for later, and keeps the others', async () => {
    vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const tree = emptyTree();
    await appGenerator(tree, { name: 'api', python: 'pip' });
    updateJson(tree, 'apps/api/project.json', ({ targets, ...project }) => ({
      ...project,
      targets: { test: { ...targets.test, command: 'mine' } },
    }));
    await appGenerator(tree, { name: 'api', python: 'pip', docker: true, migrations: 'alembic' });
    const { targets } = readProjectConfiguration(tree, 'api');
    expect(Object.keys(targets!).sort()).toEqual([
      ...['container', 'db-check', 'db-revision', 'db-upgrade', 'test'],
    ]);
    expect(targets!['test']).toMatchObject({ command: 'mine' });
  });

  test('writes a Dockerfile, with the workspace as its context, and the target that builds it', async () => {
    const tree = emptyTree();
    tree.write('.dockerignore', 'mine\n');
    const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
    await appGenerator(tree, { name: 'api', python: 'pip', docker: true });
    const text = tree.read('apps/api/Dockerfile', 'utf8')!;
    expect(text).toContain('COPY apps/api/pyproject.toml ./\nRUN /venv/bin/pip install');
    expect(text).toMatch(/^COPY apps\/api \.$/m);
    expect(text).toMatch(/^USER 10001$/m);
    expect(text).toMatch(/^HEALTHCHECK .*\/health\/ready/m);
    expect(tree.read('.dockerignore', 'utf8')).toBe('mine\n');
    expect(warn).toHaveBeenCalledWith('Existing files, not changed: .dockerignore');
    expect(readProjectConfiguration(tree, 'api').targets!['container']).toMatchObject({
      executor: '@rowhouse/nx:container',
      dependsOn: ['codegen'],
    });
    await appGenerator(tree, { name: 'other', python: 'pip' });
    expect(tree.exists('apps/other/Dockerfile')).toBe(false);
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

  test('refuses the name of another project before it writes anything', async () => {
    const tree = emptyTree();
    addProjectConfiguration(tree, 'web', { root: 'libs/web' });
    const before = texts(tree);
    await expect(appGenerator(tree, { name: 'web' })).rejects.toThrow(
      "name: found 'web', which is the project in libs/web. Choose another name, " +
        'or set --directory=libs/web to add what that project lacks.',
    );
    expect(texts(tree)).toEqual(before);
  });

  test("keeps a user's files, and says which", async () => {
    const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const tree = emptyTree();
    tree.write('apps/api/main.py', '# mine\n');
    await appGenerator(tree, { name: 'api' });
    expect(tree.read('apps/api/main.py', 'utf8')).toBe('# mine\n');
    expect(warn).toHaveBeenCalledWith('Existing files, not changed: apps/api/main.py');
  });

  test.each(['../elsewhere', '/tmp/x', '.'])('refuses the directory %s', async (directory) => {
    await expect(appGenerator(emptyTree(), { name: 'api', directory })).rejects.toThrow(
      `directory: found '${directory}', expected a folder inside the workspace`,
    );
  });

  test('refuses a name that Python needs, unless the module has another', async () => {
    const tree = emptyTree();
    await expect(appGenerator(tree, { name: 'class' })).rejects.toThrow(
      "module: found 'class', which is a Python keyword. Set another with --module.",
    );
    await appGenerator(tree, { name: 'class', module: 'course' });
    expect(tree.read('apps/class/codegen.config.jsonnet', 'utf8')).toContain("module: 'course'");
  });

  test('keeps what Python leaves out of commits, and out of hashes', async () => {
    const tree = emptyTree();
    tree.write('.gitignore', '__pycache__\n');
    await appGenerator(tree, { name: 'api' });
    expect(tree.read('.gitignore', 'utf8')).toBe(
      '__pycache__\n_generated/\n.venv/\n*.egg-info/\n/apps/api/openapi.json\n',
    );
  });
});

describe('app with uv', () => {
  const commands = (tree: Tree) => {
    const { serve, test } = readProjectConfiguration(tree, 'api').targets!;
    return [serve!.command, test!.command];
  };
  const workspace = '[tool.uv.workspace]\nmembers = ["libs/*"]\n';

  test('runs Python by it, and says how to install', async () => {
    const tree = emptyTree();
    await appGenerator(tree, { name: 'api', python: 'uv' });
    expect(commands(tree)).toEqual([
      'uv run python -m uvicorn main:app --reload --port 8000',
      'uv run python -m pytest',
    ]);
    expect(tree.read('apps/api/README.md', 'utf8')).toContain('(cd apps/api && uv add --dev');
    expect(tree.read('apps/api/pyproject.toml', 'utf8')).toContain('[tool.uv]\npackage = false');
  });

  test('makes the project a member of the uv workspace, whose lock file the tests depend on', async () => {
    const tree = emptyTree();
    tree.write('pyproject.toml', workspace);
    await appGenerator(tree, { name: 'api' });
    expect(tree.read('pyproject.toml', 'utf8')).toBe(
      '[tool.uv.workspace]\nmembers = ["libs/*", "apps/api"]\n',
    );
    expect(readProjectConfiguration(tree, 'api').targets!['test']!.inputs).toContain(
      '{workspaceRoot}/uv.lock',
    );
    const once = texts(tree);
    await appGenerator(tree, { name: 'api' });
    expect(texts(tree)).toEqual(once);
  });

  test('installs the packages of the lock file in the container', async () => {
    const tree = emptyTree();
    await appGenerator(tree, { name: 'own', python: 'uv', docker: true });
    expect(tree.read('apps/own/Dockerfile', 'utf8')).toContain(
      'COPY apps/own/pyproject.toml apps/own/uv.lock ./\nRUN uv sync --frozen --no-dev\n',
    );
    tree.write('pyproject.toml', '[tool.uv.workspace]\nmembers = ["libs/*"]\n');
    await appGenerator(tree, { name: 'member', python: 'uv', docker: true });
    expect(tree.read('apps/member/Dockerfile', 'utf8')).toContain(
      'COPY . .\nRUN uv sync --frozen --no-dev --no-editable --package member\n',
    );
    expect(tree.read('.dockerignore', 'utf8')).toContain('**/node_modules\n');
  });

  test('says what to add where the members are no plain list', async () => {
    const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const tree = emptyTree();
    tree.write('pyproject.toml', '[tool.uv.workspace]\n');
    await appGenerator(tree, { name: 'api' });
    expect(warn).toHaveBeenCalledWith(
      'pyproject.toml: its members could not be read. Add "apps/api" to them.',
    );
  });

  test('fits in where @nxlv/python runs it', async () => {
    const tree = emptyTree();
    updateNxJson(tree, { ...readNxJson(tree), plugins: ['@nxlv/python'] });
    await appGenerator(tree, { name: 'api' });
    const { targets = {} } = readProjectConfiguration(tree, 'api');
    expect(targets).toMatchObject({
      serve: { executor: '@nxlv/python:run-commands', dependsOn: ['codegen', 'codegen-watch'] },
      test: {
        executor: '@nxlv/python:run-commands',
        options: { command: 'uv run python -m pytest', cwd: '{projectRoot}' },
      },
      lock: { executor: '@nxlv/python:lock' },
      sync: { executor: '@nxlv/python:sync' },
    });
  });

  test.each([
    [{ python: 'pip' as const }, { plugin: '@nxlv/python', options: { packageManager: 'uv' } }],
    [{}, { plugin: '@nxlv/python', options: { packageManager: 'poetry' } }],
  ])('is not what %j and %j ask for', async (options, plugin) => {
    const tree = emptyTree();
    updateNxJson(tree, { ...readNxJson(tree), plugins: [plugin] });
    await appGenerator(tree, { name: 'api', ...options });
    expect(commands(tree)).toEqual([
      'python -m uvicorn main:app --reload --port 8000',
      'python -m pytest',
    ]);
    expect(tree.read('apps/api/README.md', 'utf8')).toContain(
      'python3 -m venv --upgrade-deps .venv && . .venv/bin/activate\npip install --group',
    );
  });
});
