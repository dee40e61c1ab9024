import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { config, field, project, schemas } from './support/configs.js';
import { projectRows } from './support/hash-rows.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/** The oldest and the newest Nx that are supported: what matters, in short. */
describe.each([nxVersions.old, nxVersions.new])('Nx %s', (nxVersion) => {
  let ws: NxWorkspace;

  beforeAll(async () => {
    ws = await createWorkspace({
      nxVersion,
      files: {
        ...project('a', config(`import '../../shared/fields.libsonnet'`)),
        ...project('b'),
        'shared/fields.libsonnet': field('title'),
      },
    });
  });

  afterAll(() => ws.dispose());

  const all = ['run-many', '--targets=codegen'];

  test('runs, hits, restores, and re-runs what an import concerns', async () => {
    expect(await ws.statuses(...all)).toEqual({ 'a:codegen': 'ran', 'b:codegen': 'ran' });
    await ws.write({ 'apps/b/_generated/mine.py': '# mine\n', 'README.md': 'x' });
    await ws.remove(schemas('b'));
    const hits = { 'a:codegen': 'local cache', 'b:codegen': 'local cache' };
    expect(await ws.statuses(...all)).toEqual(hits);
    expect(ws.has(schemas('b'))).toBe(true);
    expect(await ws.read('apps/b/_generated/mine.py')).toBe('# mine\n');
    await ws.remove('apps/b/_generated/mine.py');
    await ws.write({ 'shared/fields.libsonnet': field('heading') });
    expect(await ws.statuses(...all)).toEqual({ ...hits, 'a:codegen': 'ran' });
  });

  test('tells which projects a shared library affects', async () => {
    await ws.commit();
    await ws.write({ 'shared/fields.libsonnet': field('text') });
    const args = ['--affected', '--with-target=codegen', '--base=HEAD', '--json'];
    expect(JSON.parse(await ws.nx('show', 'projects', ...args))).toEqual(['a']);
  });

  test('validates, and fails a broken config alone, with its place', async () => {
    await ws.nx('run-many', '-t', 'codegen-validate');
    await ws.write(project('b', config('[')));
    const { tasks, output } = await ws.failures(...all);
    expect(tasks).toEqual(['b:codegen']);
    expect(output).toContain('config error: apps/b/codegen.config.jsonnet:');
    await ws.write(project('b'));
  });

  test('counts an import that git ignores, or caches nothing and says so', async () => {
    await ws.write({
      ...project('c', config(`import 'local.libsonnet'`)),
      'apps/c/local.libsonnet': field('title'),
      'apps/c/.gitignore': 'local.libsonnet\n',
    });
    await ws.nx('run', 'c:codegen');
    await ws.write({ 'apps/c/local.libsonnet': field('heading') });
    const output = await ws.nx('run', 'c:codegen');
    expect(output.includes('not cached: it reads apps/c/local.libsonnet')).toBe(
      nxVersion === nxVersions.old,
    );
    expect(await ws.read(schemas('c'))).toContain('heading');
  });

  test('counts code that is built into an ignored folder, or caches nothing and says so', async () => {
    const { files, change, after } = projectRows.find(({ id }) => id === 'sources')!;
    await ws.write({ '.gitignore': `${await ws.read('.gitignore')}dist\n`, ...files });
    await mkdir(join(ws.root, 'node_modules/@ws'));
    await symlink('../../libs/sourced', join(ws.root, 'node_modules/@ws/sourced'));
    await ws.nx('run', 'sources:codegen');
    await change(ws);
    const output = await ws.nx('run', 'sources:codegen');
    expect(await after!(ws)).toBe(true);
    expect(output.includes('not cached: it loads libs/sourced/dist')).toBe(
      nxVersion === nxVersions.old,
    );
  });

  test('takes away after a restore what another config generated', async () => {
    const { files, change, after } = projectRows.find(({ id }) => id === 'stale')!;
    await ws.write(files);
    await ws.nx('run', 'stale:codegen');
    await change(ws);
    expect(await ws.statuses('run', 'stale:codegen')).toEqual({ 'stale:codegen': 'local cache' });
    expect(await after!(ws)).toBe(true);
  });

  test('runs the generators', async () => {
    await ws.nx('g', '@rowhouse/nx:init', '--sync', '--skipPackageJson');
    await ws.nx('g', '@rowhouse/nx:app', 'api', '--python=pip', '--skipPackageJson');
    await ws.nx('g', '@rowhouse/nx:resource', 'Invoice', '--project=api');
    await ws.nx('g', '@rowhouse/nx:codegen', 'api');
    expect(ws.has('apps/api/_generated/api/routes/invoice.py')).toBe(true);
    expect(JSON.parse(await ws.read('nx.json'))).toMatchObject({
      plugins: ['@rowhouse/nx'],
      sync: { globalGenerators: ['@rowhouse/nx:sync'] },
    });
  });
});
