import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { edges, infer, inferTarget, installed, temporaryWorkspace } from '../../test/workspace.js';

const CONFIG = 'apps/api/codegen.config.jsonnet';

describe('the targets', () => {
  test('are five, with their config, output directory and description', async () => {
    const root = temporaryWorkspace({
      ...installed(),
      'apps/api/project.json': '{}',
      [CONFIG]: '{ module: "blog" }',
    });
    const { targets } = (await infer(root, [CONFIG]))['apps/api']!;
    expect(Object.keys(targets!)).toEqual([
      'codegen',
      'codegen-validate',
      'codegen-clean',
      'codegen-watch',
      'openapi',
    ]);
    for (const [name, target] of Object.entries(targets!)) {
      expect(target.options).toMatchObject({ config: CONFIG, out: 'apps/api/_generated' });
      expect(target.metadata).toMatchObject({
        technologies: ['jsonnet', 'python'],
        description: expect.any(String) as string,
        help: { command: `npx nx run api:${name} --help` },
      });
    }
    expect(targets!['codegen']).toMatchObject({
      executor: '@rowhouse/nx:codegen',
      cache: true,
      outputs: ['{options.out}/**/*.*', '!{options.out}/**/__pycache__/**'],
    });
    expect(targets!['codegen-validate']).toMatchObject({ cache: true, outputs: [] });
    expect(targets!['codegen-watch']!.continuous).toBe(true);
    expect(targets!['codegen-clean']!.cache).toBeUndefined();
    expect(targets!['openapi']).toMatchObject({
      executor: '@rowhouse/nx:openapi',
      dependsOn: ['codegen'],
      cache: true,
      options: { file: 'apps/api/openapi.json' },
      outputs: ['{options.file}'],
      inputs: expect.arrayContaining([
        '{projectRoot}/**/*',
        '!{projectRoot}/openapi.json',
        '^default',
        { dependentTasksOutputFiles: '**/*', transitive: true },
        {
          runtime: expect.stringMatching(/^node .*dist\/task\/installed\.js apps\/api$/) as string,
        },
      ]) as unknown,
    });
  });

  test('are six where the config says where its client goes', async () => {
    const root = temporaryWorkspace({
      ...installed(),
      'apps/api/project.json': '{}',
      [CONFIG]: "{ module: 'blog', client: { out: '../../libs/blog-client/src/generated' } }",
    });
    const { targets } = (await infer(root, [CONFIG]))['apps/api']!;
    expect(targets!['codegen-client']).toMatchObject({
      executor: '@rowhouse/nx:codegen',
      cache: true,
      options: { config: CONFIG, out: 'libs/blog-client/src/generated', targetName: 'client' },
      inputs: expect.arrayContaining([
        '{projectRoot}/codegen.config.jsonnet',
        '!{workspaceRoot}/libs/blog-client/src/generated/**/*',
      ]) as unknown,
    });
    expect(targets!['codegen']!.options).toEqual({ config: CONFIG, out: 'apps/api/_generated' });
  });

  test('make the project that the client is in depend on the project of its config', async () => {
    const root = temporaryWorkspace({
      ...installed(),
      'apps/api/project.json': '{}',
      'libs/web/project.json': '{}',
      [CONFIG]: "{ module: 'blog', client: { out: '../../libs/web/src/generated' } }",
    });
    const projects = { api: 'apps/api', web: 'libs/web' };
    expect(await edges(root, projects, [CONFIG])).toContain('api');
  });

  test('take their names from the options', async () => {
    const root = temporaryWorkspace({ 'a/project.json': '{}', 'a/codegen.config.json': '{}' });
    const projects = await infer(root, ['a/codegen.config.json'], {
      codegenTargetName: 'generate',
      cleanTargetName: 'c',
      validateTargetName: 'v',
      watchTargetName: 'w',
      openapiTargetName: 'o',
    });
    expect(Object.keys(projects['a']!.targets!)).toEqual(['generate', 'v', 'c', 'w', 'o']);
  });
});

describe('the inputs', () => {
  const models = ['{workspaceRoot}/**/*.py'];
  const notGenerated = ['!{projectRoot}/_generated/**/*'];
  const madeBefore = { dependentTasksOutputFiles: '**/*', transitive: true };
  const toolchain = { externalDependencies: ['@rowhouse/fastapi', '@rowhouse/nx'] };

  test('are the config, its imports inside and outside the project, and our packages', async () => {
    const { inputs } = await inferTarget({
      [CONFIG]: 'import "a.libsonnet" + importstr "../../shared/b.txt" + import "stdlib/x"',
      'apps/api/a.libsonnet': 'import "../../shared/c.libsonnet"',
      'shared/b.txt': 'import "not-code.libsonnet"',
      'shared/c.libsonnet': 'import "d/e.libsonnet"',
      'shared/d/e.libsonnet': '{}',
      'shared/unrelated.libsonnet': '{}',
    });
    expect(inputs).toEqual([
      '{projectRoot}/codegen.config.jsonnet',
      '{projectRoot}/a.libsonnet',
      '{workspaceRoot}/shared/b.txt',
      '{workspaceRoot}/shared/c.libsonnet',
      '{workspaceRoot}/shared/d/e.libsonnet',
      ...models,
      '{projectRoot}/project.json',
      toolchain,
      madeBefore,
      ...notGenerated,
    ]);
  });

  test('list an import that is absent, since it may appear', async () => {
    const { inputs, cache } = await inferTarget({ [CONFIG]: 'import "../missing.libsonnet"' });
    expect(inputs).toContain('{workspaceRoot}/apps/missing.libsonnet');
    expect(cache).toBe(true);
  });

  test('follow a cycle once', async () => {
    const { inputs } = await inferTarget({
      [CONFIG]: 'import "a.libsonnet"',
      'apps/api/a.libsonnet': 'import "codegen.config.jsonnet"',
    });
    expect(inputs).toEqual([
      '{projectRoot}/codegen.config.jsonnet',
      '{projectRoot}/a.libsonnet',
      ...models,
      '{projectRoot}/project.json',
      toolchain,
      madeBefore,
      ...notGenerated,
    ]);
  });

  test('of validate hold the generated files too', async () => {
    const { inputs } = await inferTarget({ [CONFIG]: '{}' }, 'codegen-validate');
    expect(inputs).toContain('{projectRoot}/_generated/**/*');
    expect(inputs).not.toContain(notGenerated[0]);
    const ignored = { '.gitignore': '_generated/', [CONFIG]: '{}' };
    const { inputs: all } = await inferTarget(ignored, 'codegen-validate');
    expect(all).toContainEqual({ fileset: '{projectRoot}/_generated/**/*', includeIgnored: true });
  });

  test('name a file with pattern characters by "any one character"', async () => {
    const { inputs } = await inferTarget({
      [CONFIG]: 'import "[a]{b}.libsonnet"',
      'apps/api/[a]{b}.libsonnet': '{}',
    });
    expect(inputs).toContain('{projectRoot}/?a??b?.libsonnet');
  });

  test('name a link and what it leads to', async () => {
    const root = temporaryWorkspace({
      ...installed(),
      'apps/api/project.json': '{}',
      [CONFIG]: 'import "linked/a.libsonnet"',
      'shared/a.libsonnet': '{}',
    });
    symlinkSync(join(root, 'shared'), join(root, 'apps/api/linked'));
    const { inputs } = (await infer(root, [CONFIG]))['apps/api']!.targets!['codegen']!;
    expect(inputs).toContain('{projectRoot}/linked/a.libsonnet');
    expect(inputs).toContain('{workspaceRoot}/shared/a.libsonnet');
  });
});

describe('caching', () => {
  const uncached = (target: { cache?: boolean; metadata?: unknown }) => {
    expect(target.cache).toBe(false);
    return (target.metadata as { uncached: string; description: string }).uncached;
  };

  test('is off for an import from outside the workspace', async () => {
    const outside = temporaryWorkspace({ 'x.libsonnet': '{}' });
    const target = await inferTarget({ [CONFIG]: `import '${outside}/x.libsonnet'` });
    expect(uncached(target)).toBe(`it reads from outside the workspace: ${outside}/x.libsonnet`);
    expect(target.metadata!.description).toContain('(not cached: ');
  });

  test('counts an ignored import from Nx 23.3 on, and is off before', async () => {
    const files = {
      [CONFIG]: 'import "local.libsonnet"',
      'apps/api/local.libsonnet': '{}',
      '.gitignore': 'local.*',
    };
    const { cache, inputs } = await inferTarget(files);
    expect(cache).toBe(true);
    expect(inputs).toContainEqual({
      fileset: '{projectRoot}/local.libsonnet',
      includeIgnored: true,
    });
    const old = await inferTarget({ ...installed('22.7.12'), ...files });
    expect(uncached(old)).toBe('it reads apps/api/local.libsonnet, which is ignored by git');
  });

  test('is off where edits are kept, which a restore would overwrite', async () => {
    const options = { keepEdits: true };
    const project = { name: 'api', targets: { codegen: { options } } };
    const target = await inferTarget({
      'apps/api/project.json': JSON.stringify(project),
      [CONFIG]: '{}',
    });
    expect(uncached(target)).toBe('with keepEdits, the result depends on the edits');
  });

  test('is made for the config that an option names', async () => {
    const options = { config: 'apps/api/other.jsonnet' };
    const project = { name: 'api', targets: { codegen: { options } } };
    const { inputs, metadata } = await inferTarget({
      'apps/api/project.json': JSON.stringify(project),
      'apps/api/other.jsonnet': 'import "other.libsonnet"',
      [CONFIG]: '{}',
    });
    expect(inputs).toContain('{projectRoot}/other.jsonnet');
    expect(inputs).toContain('{projectRoot}/other.libsonnet');
    expect(inputs).not.toContain('{projectRoot}/codegen.config.jsonnet');
    expect(metadata).toMatchObject({ config: 'apps/api/other.jsonnet' });
  });

  test('is off with an empty prefix', async () => {
    const target = await inferTarget({ [CONFIG]: '{ package_prefix: "" }' });
    expect(target.outputs).toEqual([]);
    expect(uncached(target)).toContain('its package_prefix is empty');
  });

  test('is off with a prefix that the text does not tell, unless the plugin is told', async () => {
    const files = { [CONFIG]: '{ package_prefix: std.extVar("x") }' };
    expect(uncached(await inferTarget(files))).toContain('not a plain string literal');
    const told = await inferTarget(files, 'codegen', { packagePrefix: 'api' });
    expect(told).toMatchObject({ cache: true, options: { out: 'apps/api/api' } });
  });

  test.each([
    ['one config each', {}],
    ['an `out` in project.json', { targets: { codegen: { options: { out: 'a/_generated/b' } } } }],
  ])('is off for two projects that generate into one folder: %s', async (_, extra) => {
    const root = temporaryWorkspace({
      ...installed(),
      'a/project.json': '{ "name": "a" }',
      'a/codegen.config.json': '{}',
      'b/project.json': JSON.stringify({ name: 'b', ...extra }),
      'b/codegen.config.json': '{}',
      'project.json': '{ "name": "root" }',
      'codegen.config.json': '{ "package_prefix": "b._generated" }',
    });
    const configs = ['a/codegen.config.json', 'b/codegen.config.json', 'codegen.config.json'];
    const projects = await infer(root, configs);
    const reason = (each: string) => projects[each]!.targets!['codegen']!.metadata;
    const uncached = (other: string) => ({ uncached: `${other} generates into the same folder` });
    if ('targets' in extra) {
      expect(reason('a')).toMatchObject(uncached('b'));
      expect(reason('b')).toMatchObject(uncached('a'));
      expect(reason('.')).not.toHaveProperty('uncached');
    } else {
      expect(reason('a')).not.toHaveProperty('uncached');
      expect(reason('b')).toMatchObject(uncached('root'));
      expect(reason('.')).toMatchObject(uncached('b'));
    }
  });

  test('is off without a lock file, which holds the versions', async () => {
    const root = temporaryWorkspace({
      'node_modules/@rowhouse/nx/package.json': '{}',
      'a/project.json': '{}',
      'a/codegen.config.json': '{}',
    });
    const projects = await infer(root, ['a/codegen.config.json']);
    expect(uncached(projects['a']!.targets!['codegen']!)).toContain('no lock file');
  });
});

describe('packages that live in the workspace', () => {
  test('count by the files they publish, their external dependencies by version', async () => {
    const root = temporaryWorkspace({
      'package.json': '{}',
      'package-lock.json': '{}',
      'libs/nx/package.json': JSON.stringify({
        name: '@rowhouse/nx',
        files: ['dist', '!**/*.test.ts', '*.json'],
        dependencies: { '@rowhouse/core': '1', ignore: '7' },
      }),
      'libs/core/package.json': JSON.stringify({ name: '@rowhouse/core' }),
      'node_modules/ignore/package.json': '{}',
      'a/project.json': '{}',
      'a/codegen.config.json': '{}',
    });
    mkdirSync(join(root, 'node_modules/@rowhouse'));
    symlinkSync(join(root, 'libs/nx'), join(root, 'node_modules/@rowhouse/nx'));
    symlinkSync(join(root, 'libs/core'), join(root, 'node_modules/@rowhouse/core'));
    const projects = await infer(root, ['a/codegen.config.json']);
    expect(projects['a']!.targets!['codegen']).toMatchObject({
      cache: true,
      inputs: [
        '{projectRoot}/codegen.config.json',
        '{workspaceRoot}/**/*.py',
        '{projectRoot}/project.json',
        '{workspaceRoot}/libs/core/**/*',
        '{workspaceRoot}/libs/core/package.json',
        '{workspaceRoot}/libs/nx/*.json',
        '{workspaceRoot}/libs/nx/dist/**/*',
        '{workspaceRoot}/libs/nx/package.json',
        '!{workspaceRoot}/libs/nx/**/*.test.ts',
        { externalDependencies: ['ignore'] },
        { dependentTasksOutputFiles: '**/*', transitive: true },
        '!{projectRoot}/_generated/**/*',
      ],
    });
  });

  test('are not cached where a name of a variable is computed, unless they are ours', async () => {
    const reason = async (name: string) => {
      const root = temporaryWorkspace({
        'package.json': JSON.stringify({ dependencies: { [name]: '*' } }),
        'package-lock.json': '{}',
        'libs/ops/package.json': JSON.stringify({
          name,
          codegen: { operations: './x.js#operations' },
        }),
        'libs/ops/x.js': 'process.env[name]',
        'a/project.json': '{}',
        'a/codegen.config.json': '{}',
      });
      mkdirSync(join(root, 'node_modules', dirname(name)), { recursive: true });
      symlinkSync(join(root, 'libs/ops'), join(root, 'node_modules', name));
      const { targets } = (await infer(root, ['a/codegen.config.json']))['a']!;
      return (targets!['codegen']!.metadata as { uncached?: string }).uncached ?? '';
    };
    const unknown = 'libs/ops/x.js reads environment variables whose names are unknown';
    expect(await reason('@ws/ops')).toContain(unknown);
    expect(await reason('@rowhouse/fastapi')).not.toContain(unknown);
  });

  test('count by their build where git ignores it, from Nx 23.3 on, and are built before', async () => {
    const files = {
      [CONFIG]: '{}',
      '.gitignore': 'dist',
      'libs/ops/project.json': '{ "name": "ops" }',
      'libs/ops/package.json': JSON.stringify({
        name: '@ws/ops',
        files: ['dist', '!**/*.map'],
        codegen: { operations: './dist/x.js#x' },
      }),
    };
    const use = (version: string) => {
      const { 'package.json': manifest, ...rest } = installed(version);
      const { devDependencies, ...more } = JSON.parse(manifest!) as { devDependencies: object };
      const dependencies = JSON.stringify({
        ...more,
        devDependencies: { ...devDependencies, '@ws/ops': '*' },
      });
      const root = temporaryWorkspace({
        ...rest,
        ...files,
        'package.json': dependencies,
        'apps/api/project.json': '{}',
      });
      mkdirSync(join(root, 'node_modules/@ws'));
      symlinkSync(join(root, 'libs/ops'), join(root, 'node_modules/@ws/ops'));
      return root;
    };
    const { targets } = (await infer(use('23.3.1'), [CONFIG]))['apps/api']!;
    expect(targets!['codegen']).toMatchObject({
      cache: true,
      dependsOn: [{ projects: ['directory:libs/ops'], target: 'build' }],
    });
    expect(targets!['codegen']!.inputs).toEqual(
      expect.arrayContaining([
        '{workspaceRoot}/libs/ops/package.json',
        { fileset: '{workspaceRoot}/libs/ops/dist/**/*', includeIgnored: true },
        { fileset: '!{workspaceRoot}/libs/ops/**/*.map', includeIgnored: true },
        { dependentTasksOutputFiles: '**/*', transitive: true },
      ]),
    );
    const old = (await infer(use('22.7.12'), [CONFIG]))['apps/api']!;
    expect(old.targets!['codegen']).toMatchObject({
      cache: false,
      metadata: { uncached: 'it loads libs/ops/dist, which is ignored by git' },
    });
  });

  test('installed below the root count by the whole lock file', async () => {
    const { inputs } = await inferTarget({
      ...installed(),
      'apps/api/package.json': '{ "dependencies": { "upsert": "1" } }',
      'apps/api/node_modules/upsert/package.json': '{ "name": "upsert", "codegen": {} }',
      [CONFIG]: '{}',
    });
    expect(inputs).toContain('{workspaceRoot}/package-lock.json');
    expect(inputs).toContainEqual({ externalDependencies: ['@rowhouse/nx'] });
  });

  test('of the workspace itself count by the folders of the code they declare', async () => {
    const { inputs } = await inferTarget({
      'package.json': JSON.stringify({
        codegen: { targets: { x: './x.mjs#x' }, operations: './tools/ops/upsert.mjs#operations' },
      }),
      [CONFIG]: '{}',
    });
    expect(inputs).toEqual(
      expect.arrayContaining([
        '{workspaceRoot}/*',
        '{workspaceRoot}/package.json',
        '{workspaceRoot}/tools/ops/**/*',
      ]),
    );
    expect(inputs).not.toContain('{workspaceRoot}/**/*');
  });

  test('linked from elsewhere turn caching off', async () => {
    const root = temporaryWorkspace({
      'package-lock.json': '{}',
      'a/project.json': '{}',
      'a/codegen.config.json': '{}',
    });
    mkdirSync(join(root, 'node_modules/@rowhouse'), { recursive: true });
    const elsewhere = temporaryWorkspace({ 'package.json': '{}' });
    symlinkSync(elsewhere, join(root, 'node_modules/@rowhouse/nx'));
    const { targets } = (await infer(root, ['a/codegen.config.json']))['a']!;
    expect(targets!['codegen']).toMatchObject({
      cache: false,
      metadata: { uncached: '@rowhouse/nx is linked from outside the workspace' },
    });
  });
});
