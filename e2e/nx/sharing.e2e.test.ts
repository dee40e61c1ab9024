import { cp, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { config, field, project, schemas } from './support/configs.js';
import { startRemoteCache } from './support/remote-cache.js';
import {
  createWorkspace,
  nxVersions,
  openWorkspace,
  type NxWorkspace,
} from './support/workspace.js';

/** What CI relies on: `nx affected`, and a remote cache that serves another clone. */
let ws: NxWorkspace;

beforeAll(async () => {
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      ...project('a', config(`import '../../shared/fields.libsonnet'`)),
      ...project('b'),
      'shared/fields.libsonnet': field('title'),
    },
  });
});

afterAll(() => ws.dispose());

async function affected(): Promise<string[]> {
  const args = ['--affected', '--with-target=codegen', '--base=HEAD', '--json'];
  return JSON.parse(await ws.nx('show', 'projects', ...args)) as string[];
}

describe('nx affected', () => {
  test('picks the project whose config imports a shared library outside any project', async () => {
    await ws.write({ 'shared/fields.libsonnet': field('heading') });
    expect(await affected()).toEqual(['a']);
    expect(await ws.statuses('affected', '-t', 'codegen', '--base=HEAD')).toEqual({
      'a:codegen': 'ran',
    });
    await ws.commit();
  });

  test('picks none for a file that nothing imports, and the project of its own config', async () => {
    await ws.write({ 'shared/unrelated.libsonnet': '{}' });
    expect(await affected()).toEqual([]);
    await ws.write(project('b', config(field('text'))));
    expect(await affected()).toEqual(['b']);
    await ws.commit();
  });
});

test('a self-hosted remote cache serves a second clone', async () => {
  const token = 'secret-token';
  const cache = await startRemoteCache(token);
  const clone = openWorkspace(await realpath(await mkdtemp(join(tmpdir(), 'rowhouse-clone-'))));
  try {
    await ws.remove('.nx');
    await cp(ws.root, clone.root, { recursive: true, verbatimSymlinks: true });
    await clone.remove('apps/a/_generated');
    for (const { env } of [ws, clone]) {
      env['NX_SELF_HOSTED_REMOTE_CACHE_SERVER'] = cache.url;
      env['NX_SELF_HOSTED_REMOTE_CACHE_ACCESS_TOKEN'] = token;
    }
    const all = ['run-many', '--targets=codegen'];
    expect(await ws.statuses(...all)).toEqual({ 'a:codegen': 'ran', 'b:codegen': 'ran' });
    expect(cache.stored()).toBe(2);
    expect(await clone.statuses(...all)).toEqual({
      'a:codegen': 'remote cache',
      'b:codegen': 'remote cache',
    });
    expect(cache.served()).toBe(2);
    expect(await clone.read(schemas('a'))).toBe(await ws.read(schemas('a')));
    // What was restored is whole: a real run changes nothing in it.
    expect(await clone.nx('run', 'a:codegen', '--skip-nx-cache')).not.toContain('created');
  } finally {
    await clone.dispose();
    await cache.close();
  }
});
