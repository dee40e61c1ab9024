import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { staticFile, type StaticFile } from '@rowhouse/core';

import { header } from './packages.js';

/** A Python package that comes with an npm package, as the files of its copy. */
export interface CopiedPackage {
  /** Its modules, by their paths. */
  readonly modules: ReadonlyMap<string, StaticFile>;
  /** The rules that ruff checks them by. */
  readonly settings: StaticFile;
}

/**
 * Reads a Python package, to be copied into the output.
 *
 * @param npmPackage what it comes with.
 * @param name the folder in it.
 * @param to the folder in the output.
 */
export function readPackage(npmPackage: string, name: string, to: string): CopiedPackage {
  const require = createRequire(import.meta.url);
  const folder = join(dirname(require.resolve(`${npmPackage}/package.json`)), name);
  const read = (path: string): StaticFile => {
    const source = readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n');
    return staticFile(`${to}/${path}`, `${header}\n${source}`);
  };
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.py'))
    .sort();
  return {
    modules: new Map(paths.map((path) => [path, read(path)])),
    settings: read('ruff.toml'),
  };
}
