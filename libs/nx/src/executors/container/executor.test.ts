import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ExecutorContext } from '../../devkit.js';
import containerExecutor from './executor.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'builder-'));
  vi.stubEnv('PATH', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const context = () =>
  ({
    root: folder,
    projectName: 'api',
    projectGraph: { nodes: { api: { data: { root: 'apps/api' } } } },
  }) as unknown as ExecutorContext;

/** A builder that writes down what it is asked for, and fails where it is told to. */
function install(name: string): void {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n[ "$1" != build ] || { echo "$*" > log; exit ${FAILS:-0}; }\n');
  chmodSync(path, 0o755);
}

test('without a program that builds images, says what to install', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await containerExecutor({}, context())).toEqual({ success: false });
  expect(await containerExecutor({ builder: 'podman' }, context())).toEqual({ success: false });
  expect(print.mock.calls.flat()).toEqual([
    'error: nothing is installed that builds apps/api/Dockerfile. Install Docker, Podman or Buildah.',
    'error: podman is not installed.',
  ]);
});

test('builds with the first one that is installed, in the workspace', async () => {
  install('buildah');
  const options = { tag: 'shop/api:2', buildArgs: ['PYTHON=mirror/python'] };
  expect(await containerExecutor(options, context())).toEqual({ success: true });
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe(
    'build --format docker --file=apps/api/Dockerfile --tag=shop/api:2 --build-arg=PYTHON=mirror/python .\n',
  );
  vi.stubEnv('FAILS', '1');
  expect(await containerExecutor({}, context())).toEqual({ success: false });
});
