import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { staticFile, type StaticFile } from '@rowhouse/core';

import { header } from './packages.js';

let copies: readonly StaticFile[] | undefined;

/** The runtime, to be copied beside the code that calls it. It is read once. */
export function runtimeFiles(): readonly StaticFile[] {
  copies ??= readRuntime();
  return copies;
}

function readRuntime(): readonly StaticFile[] {
  const require = createRequire(import.meta.url);
  const folder = join(
    dirname(require.resolve('@rowhouse/runtime/package.json')),
    'rowhouse_runtime',
  );
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.py'))
    .sort()
    .map((name) => {
      const source = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      return staticFile(`runtime/${name}`, header + source);
    });
}
