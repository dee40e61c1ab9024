import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';

import { checkPackage, createPackageFromTarballData, type Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ownPackages, repository } from '../tools/packages/own-packages.js';
import { packOwn } from './support/pack.js';

/** What a stranger downloads: each package as npm packs it. */
let directory: string;
let tarballs: ReadonlyMap<string, string>;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'published-'));
  execFileSync(process.execPath, ['tools/build/build.mjs'], { cwd: repository });
  tarballs = packOwn(ownPackages(), directory);
});

afterAll(() => rmSync(directory, { recursive: true }));

describe.each(ownPackages())('$manifest.name', ({ manifest }) => {
  const { name } = manifest;
  let tarball: Uint8Array<ArrayBuffer>;
  let packed: Package;
  let files: readonly string[];

  beforeAll(() => {
    tarball = new Uint8Array(readFileSync(tarballs.get(name)!));
    packed = createPackageFromTarballData(tarball);
    const root = `/node_modules/${name}/`;
    files = packed.listFiles().map((path) => path.slice(root.length));
  });

  const read = (path: string) => packed.readFile(`/node_modules/${name}/${path}`);

  test('holds its licence, its README and no test', () => {
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    const unwanted =
      /\.test\.|\.e2e\.|(?:^|\/)(?:tests?|__pycache__|node_modules)\/|\.tsbuildinfo$/;
    // Templates of tests are what tests are generated from.
    const tests = files.filter((path) => unwanted.test(path) && !/\.(?:ejs|template)$/.test(path));
    expect(tests).toEqual([]);
  });

  test('holds what its package.json names', () => {
    const shipped = JSON.parse(read('package.json')) as object;
    const named = paths(shipped).filter((path) => !path.includes('*'));
    expect(named.filter((path) => !files.includes(path))).toEqual([]);
  });

  test('holds what its source maps lead to', () => {
    for (const path of files.filter((each) => each.endsWith('.map'))) {
      const { sources, sourcesContent } = JSON.parse(read(path)) as SourceMap;
      const missing = sources.filter((source, index) => {
        const there = posix.join(posix.dirname(path), source);
        return !files.includes(there) && typeof sourcesContent?.[index] !== 'string';
      });
      expect({ path, missing }).toEqual({ path, missing: [] });
    }
    for (const path of files.filter((each) => /\.[cm]?[jt]s$/.test(each))) {
      const map = /^\/\/# sourceMappingURL=(.+)$/m.exec(read(path))?.[1];
      if (map) expect(files).toContain(posix.join(posix.dirname(path), map));
    }
  });

  test('is clean for publint', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('is clean for "are the types wrong"', async () => {
    const analysis = await checkPackage(packed);
    // It has no types when it has no code that another module could import.
    const isCode = Object.keys(manifest.exports ?? {}).some((path) => path !== './package.json');
    expect(analysis.types !== false).toBe(isCode);
    if (!analysis.types) return;
    const problems = analysis.problems.filter((problem) => {
      const resolution = 'resolutionKind' in problem ? problem.resolutionKind : undefined;
      // ES modules alone: what CommonJS and Node.js 10 make of them is not promised.
      return resolution !== 'node10' && resolution !== 'node16-cjs';
    });
    expect(problems).toEqual([]);
  });
});

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

/** All values in a package.json that name a file of the package: `./dist/index.js`. */
function paths(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    return value.startsWith('./') ? [posix.normalize(value.replace(/#.*$/, ''))] : [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(paths) : [];
}
