import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { platforms } from '../versions/versions.js';
import { ownPackages, repository } from './own-packages.js';

const read = (...path: readonly string[]) => readFileSync(join(repository, ...path), 'utf8');
const packages = ownPackages();
const names = packages.map(({ manifest }) => manifest.name);
const url = 'https://github.com/rowhouse/rowhouse';

describe.each(packages)('$manifest.name', ({ folder, manifest }) => {
  test('says what it is, whose it is and where it lives', () => {
    expect(manifest.description).toMatch(/^[A-Z`].*\.$/);
    expect(manifest.keywords).toContain('rowhouse');
    expect(manifest).toMatchObject({
      license: 'MIT',
      homepage: `${url}/tree/main/${folder}#readme`,
      bugs: `${url}/issues`,
      repository: { type: 'git', url: `git+${url}.git`, directory: folder },
      engines: { node: `>=${platforms.node.least}` },
      publishConfig: { access: 'public', provenance: true },
    });
    expect(read(folder, 'LICENSE')).toBe(read('LICENSE'));
  });

  test('is built before it is packed, where there is something to build', () => {
    const isBuilt = existsSync(join(repository, folder, 'tsconfig.json'));
    expect(manifest.scripts?.['prepack']).toBe(
      isBuilt ? 'npm run --silent --prefix ../.. build' : undefined,
    );
  });

  test('names its commands as npm wants them', () => {
    // npm publishes a package without a command whose path begins with a dot.
    for (const path of Object.values(manifest.bin ?? {})) expect(path).toMatch(/^bin\//);
  });

  test('depends on our packages of its own version', () => {
    for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
      if (names.includes(name)) expect([name, range]).toEqual([name, manifest.version]);
    }
  });

  test('has a README whose links lead somewhere', () => {
    const links = [...read(folder, 'README.md').matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!);
    expect(links.filter((to) => !/^https:|^#/.test(to))).toEqual([]);
    const ours = links.filter((to) => to.startsWith(`${url}/`));
    for (const to of ours) {
      const [, path, anchor] = /^\/blob\/main\/([^#]+)(?:#(.*))?$/.exec(to.slice(url.length)) ?? [];
      expect(existsSync(join(repository, path ?? `no such link: ${to}`)), to).toBe(true);
      if (anchor) expect(anchors(read(path!)), to).toContain(anchor);
    }
  });
});

test('docs/decisions/dependencies.md gives a reason for each dependency, and for no other', () => {
  const page = read('docs/decisions/dependencies.md');
  const rows = [...page.matchAll(/^\| `(.+?)` +\| `(.+?)` +\| \S/gm)];
  const explained = rows.map(([, name, dependency]) => `${name!} → ${dependency!}`).sort();
  const found = packages.flatMap(({ manifest: { name, dependencies, peerDependencies } }) =>
    Object.keys({ ...dependencies, ...peerDependencies })
      .filter((dependency) => !names.includes(dependency))
      .map((dependency) => `${name} → ${dependency}`),
  );
  expect(explained).toEqual(found.sort());
});

test('all packages have one version, and nx migrates them together', () => {
  const python = read('libs/testing/rowhouse_testing/__init__.py');
  const [, version] = /^__version__ = "(.*)"$/m.exec(python)!;
  expect(new Set(packages.map(({ manifest }) => manifest.version))).toEqual(new Set([version]));
  const nx = packages.find(({ manifest }) => manifest.name === '@rowhouse/nx')!.manifest;
  const others = names.filter((name) => name !== nx.name).sort();
  expect(nx['nx-migrations']!.packageGroup).toEqual(others);
});

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
