import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { createDatabase, type TemporaryDatabase } from '@rowhouse/harness';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { withDependencies } from '../../tools/packages/own-packages.js';
import { startRegistry, type Registry } from '../support/registry.js';
import { config, field, project, schemas } from './support/configs.js';
import { projectRows } from './support/hash-rows.js';
import { createWorkspace, nxVersions, usePython, type NxWorkspace } from './support/workspace.js';

/** The first hour of a team, and what the cache must get right, on each major version of Nx that is supported. */
let registry: Registry;

beforeAll(async () => {
  registry = await startRegistry();
  await registry.publish(withDependencies('@rowhouse/nx', '@rowhouse/fastapi', '@rowhouse/client'));
});
afterAll(() => registry.close());

describe.each(Object.values(nxVersions))('Nx %s', (nxVersion) => {
  let ws: NxWorkspace;
  let database: TemporaryDatabase;

  beforeAll(async () => {
    database = await createDatabase(inject('postgresUrl'));
    ws = await createWorkspace({
      nxVersion,
      bare: true,
      files: { '.npmrc': `@rowhouse:registry=${registry.url}\n` },
    });
    await usePython(ws);
    delete ws.env['NX_ISOLATE_PLUGINS'];
    ws.env['TEST_DATABASE_URL'] = database.url.replace('postgresql:', 'postgresql+asyncpg:');
  });

  afterAll(async () => {
    await ws.dispose();
    await database.drop();
  });

  const status = async (task: string) => (await ws.statuses('run', task))[task];

  test('adds the plugin, and generates a project with a client', async () => {
    await ws.nx('add', '@rowhouse/nx');
    await ws.nx('g', '@rowhouse/nx:app', 'api', '--python=pip');
    await ws.nx('g', '@rowhouse/nx:resource', 'Invoice', '--project=api', '--fields=number:str');
    await ws.nx('g', '@rowhouse/nx:client', '--project=api');
    expect(JSON.parse(await ws.read('nx.json'))).toMatchObject({ plugins: ['@rowhouse/nx'] });
  });

  test.each(['codegen', 'codegen-validate', 'openapi', 'codegen-client', 'test'])(
    '%s runs, is a hit, and runs again after an edit',
    async (target) => {
      const task = `api:${target}`;
      expect(await status(task)).toMatch(/^(ran|local cache)$/); // another target may have run it
      expect(await status(task)).toBe('local cache');
      const path = 'apps/api/codegen.config.jsonnet';
      await ws.write({ [path]: `${await ws.read(path)}// An edit before ${target}.\n` });
      expect(await status(task)).toBe('ran');
    },
  );

  test('has what these targets make', async () => {
    for (const path of [
      'apps/api/_generated/api/routes/invoice.py',
      'apps/api/openapi.json',
      'libs/api-client/src/generated/api/invoices.ts',
    ]) {
      expect(ws.has(path), path).toBe(true);
    }
    expect(await ws.nx('run', 'api:test', '--skip-nx-cache')).toMatch(/\d+ passed/);
  });

  test('runs each file of committed tests as a task of its own', async () => {
    const before = { nxJson: await ws.read('nx.json'), ignored: await ws.read('.gitignore') };
    const nxJson = JSON.parse(before.nxJson) as object;
    const plugin = { plugin: '@rowhouse/nx', options: { testCiTargetName: 'test-ci' } };
    await ws.write({
      'nx.json': JSON.stringify({ ...nxJson, plugins: [plugin] }),
      '.gitignore': before.ignored.replace('_generated/\n', ''),
    });
    const tasks = (status: string) => ({
      'api:test-ci--_generated/api/tests/test_invoice.py': status,
      'api:test-ci--tests/test_main.py': status,
    });
    expect(await ws.statuses('run', 'api:test-ci')).toMatchObject(tasks('ran'));
    expect(await ws.statuses('run', 'api:test-ci')).toMatchObject(tasks('local cache'));
    await ws.write({ 'nx.json': before.nxJson, '.gitignore': before.ignored });
  });

  test('nx report says nothing against the plugin', async () => {
    const report = await ws.nx('report');
    expect(report).toContain(nxVersion);
    expect(report).toContain('@rowhouse/nx');
    expect(report).not.toMatch(/should match|should not have|Multiple Nx versions|Unable to/);
  });

  test('re-runs what an import concerns, and tells what it affects', async () => {
    await ws.write({
      ...project('a', config(`import '../../shared/fields.libsonnet'`)),
      ...project('b'),
      'shared/fields.libsonnet': field('title'),
    });
    const both = ['run-many', '--targets=codegen', '--projects=a,b'];
    expect(await ws.statuses(...both)).toEqual({ 'a:codegen': 'ran', 'b:codegen': 'ran' });
    await ws.write({ 'apps/b/_generated/mine.py': '# mine\n', 'README.md': 'x' });
    await ws.remove(schemas('b'));
    const hits = { 'a:codegen': 'local cache', 'b:codegen': 'local cache' };
    expect(await ws.statuses(...both)).toEqual(hits);
    expect(ws.has(schemas('b'))).toBe(true);
    expect(await ws.read('apps/b/_generated/mine.py')).toBe('# mine\n');
    await ws.remove('apps/b/_generated/mine.py');
    await ws.commit();
    await ws.write({ 'shared/fields.libsonnet': field('heading') });
    const args = ['--affected', '--with-target=codegen', '--base=HEAD', '--json'];
    expect(JSON.parse(await ws.nx('show', 'projects', ...args))).toEqual(['a']);
    expect(await ws.statuses(...both)).toEqual({ ...hits, 'a:codegen': 'ran' });
  });

  test('fails a broken config alone, with its place', async () => {
    await ws.write(project('b', config('[')));
    const { tasks, output } = await ws.failures('run-many', '-t', 'codegen', '--projects=a,b');
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
});
