import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { leastPackages, leastPython } from '../../libs/fastapi/src/diagnosis/least-versions.js';
import { platforms, pythonPackages } from './versions.js';

const root = resolve(import.meta.dirname, '../..');
const { node, nx, python, postgresql } = platforms;

/** The files of the repository, but for pinned and frozen ones, and what a changelog says of the past. */
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => /\.(?:md|ts|mjs|json|toml|txt|template|yml)$|^\.ci\/run$/.test(path))
  .filter((path) => !/^requirements\.txt$|^package-lock\.json$|^CHANGELOG\.md$/.test(path))
  .filter((path) => !/\/(?:golden|differential|migrations)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Every place that matches, with what its first group found. */
function places(pattern: RegExp, among = /./): { place: string; found: string }[] {
  return files
    .filter(({ path }) => among.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map((match) => ({
        place: `${path}: ${match[0].trim()}`,
        found: match[1]!,
      })),
    );
}

/** The places that say something else, of which there must be some at all. */
function expectEverywhere(found: readonly { place: string; found: string }[], expected: string) {
  expect(found).not.toEqual([]);
  expect(found.filter((each) => each.found !== expected).map(({ place }) => place)).toEqual([]);
}

/** What the files of Python projects require. */
const requirements = files
  .filter(({ path }) => /pyproject\.toml(?:\.template)?$|requirements\.txt$/.test(path))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/(?:"|^)([A-Za-z][\w-]*(?:\[\w+\])?(?:[<>=~!][^"\n]*)?)(?:"|$)/gm)].map(
      ([, found]) => ({ place: path, found: found! }),
    ),
  )
  .concat(
    // On a command line a package may go without a range: there, the newest is installed.
    files.flatMap(({ path, text }) =>
      [...text.matchAll(/pip install (.*)/g)].flatMap(([, rest]) =>
        [...rest!.matchAll(/'([\w-]+(?:\[\w+\])?>=[\d.]+)'/g)].map(([, found]) => ({
          place: path,
          found: found!,
        })),
      ),
    ),
  );

/** A package's name without its extras and its range. */
function plain(requirement: string): string {
  return /^[\w-]+/.exec(requirement.toLowerCase())![0];
}

describe('every file names the versions of versions.ts:', () => {
  test('Node.js', () => {
    expectEverywhere(places(/\bNode(?:\.js)? (\d+\.\d+)(?: or newer|\+)/g), node.least);
    expectEverywhere(places(/"node": ">=([\d.]+)"/g, /package\.json$/), node.least);
  });

  test('Python', () => {
    expectEverywhere(places(/\bPython (3\.\d+)(?: or newer|\+)/g), python.least);
    expectEverywhere(places(/requires-python = ">=([\d.]+)"/g), python.least);
    expectEverywhere(places(/pythonVersion = "([\d.]+)"/g), python.least);
  });

  test('Python and its packages, in `codegen doctor`', () => {
    expect(leastPython).toBe(python.least);
    const known = new Map(pythonPackages.map(({ name, least }) => [plain(name), least]));
    for (const [name, least] of Object.entries(leastPackages)) {
      expect([name, known.get(plain(name))]).toEqual([name, least]);
    }
  });

  test('PostgreSQL and Nx', () => {
    const range = `${postgresql.least} to ${postgresql.greatest}`;
    expectEverywhere(places(/\bPostgreSQL (\d+ to \d+)/g), range);
    expectEverywhere(places(/older than PostgreSQL (\d+)/g, /errors\.md$/), postgresql.least);
    expectEverywhere(places(/\bNx (\d+\.\d+)(?: to|, \d+ and) \d+/g, /\.md$/), nx.least);
    expectEverywhere(places(/\bNx \d+\.\d+(?: to|, \d+ and) (\d+)/g, /\.md$/), nx.greatest);
    const peer = `>=${nx.least}.0 <${Number(nx.greatest) + 1}`;
    expectEverywhere(places(/"nx": "(>=.*)"/g, /libs\/nx\/package\.json$/), peer);
  });

  test.each(pythonPackages)('$name', ({ name, least }) => {
    const required = requirements.filter(({ found }) => plain(found) === plain(name));
    expect(required).not.toEqual([]);
    const wanted = `${name}>=${least}`.toLowerCase();
    const others = required.filter(({ found }) => found.toLowerCase() !== wanted);
    expect(others.map(({ place, found }) => `${place}: ${found}, expected ${wanted}`)).toEqual([]);
  });
});
