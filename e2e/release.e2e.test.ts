import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { ownPackages, repository } from '../tools/packages/own-packages.js';

/** A release of a copy of this repository: what `nx release` reads and writes of it. */
let root: string;

const changelog = `# Changelog

## Unreleased

- Something new.

## 0.1.0 (2020-01-01)

The first version.
`;

/** The version of the Python package stands there. */
const python = 'libs/testing/rowhouse_testing/__init__.py';

const env = {
  ...process.env,
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  GIT_AUTHOR_NAME: 'test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', env });
}

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'release-')));
  const tracked = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' });
  const files = /^(?:package(?:-lock)?\.json|libs\/\w+\/package\.json|stdlib\/package\.json)$/;
  const named = tracked.split('\n').filter((each) => files.test(each));
  for (const path of [...named, python, 'tools/release']) {
    cpSync(join(repository, path), join(root, path), { recursive: true });
  }
  // The build is tried by other tests.
  const nxJson = JSON.parse(readFileSync(join(repository, 'nx.json'), 'utf8')) as {
    release: { version: { preVersionCommand?: string } };
  };
  delete nxJson.release.version.preVersionCommand;
  write('nx.json', JSON.stringify(nxJson));
  write('CHANGELOG.md', changelog);
  write('.gitignore', 'node_modules\n.nx\n');
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'), 'junction');
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=x');
});

afterAll(() => rmSync(root, { recursive: true }));

/** Releases as docs/releasing.md says. */
function release(version: string, ...args: readonly string[]) {
  const nx = join(repository, 'node_modules/nx/dist/bin/nx.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [nx, 'release', version, '--skip-publish', ...args],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...env,
        NX_CACHE_DIRECTORY: join(root, '.nx/cache'),
        NX_WORKSPACE_DATA_DIRECTORY: join(root, '.nx/data'),
      },
    },
  );
  return { status, output: stdout + stderr };
}

test('a dry run says what becomes of the changelog, and changes nothing', () => {
  const { status, output } = release('9.0.0', '--dry-run');
  expect(status, output).toBe(0);
  expect(output).toContain(
    "CHANGELOG.md: what stands under 'Unreleased' gets the version [dry-run]",
  );
  expect(git('status', '--porcelain')).toBe('');
});

test('a release writes the version into every package and the changelog, commits and tags', () => {
  const { status, output } = release('9.0.0');
  expect(status, output).toBe(0);
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 9\.0\.0 \(\d{4}-\d\d-\d\d\)\n\n- Something new\.\n\n## 0\.1\.0 /,
  );
  expect(git('log', '-1', '--format=%s %D')).toMatch(/^Release 9\.0\.0 .*tag: v9\.0\.0/);
  const changed = git('show', '--name-only', '--format=').trim().split('\n').sort();
  const manifests = ownPackages().map(({ folder }) => `${folder}/package.json`);
  expect(changed).toEqual([...manifests, python, 'CHANGELOG.md', 'package-lock.json'].sort());
  expect(read(python)).toContain('__version__ = "9.0.0"');
  expect(git('status', '--porcelain')).toBe('');
});

test('without anything for users to read, there is no release', () => {
  const { status, output } = release('9.1.0');
  expect(status).toBe(1);
  expect(output).toContain(
    "CHANGELOG.md: found nothing under '## Unreleased', expected what users notice of 9.1.0.",
  );
  git('checkout', '--quiet', '.');
  expect(git('tag').trim()).toBe('v9.0.0');
  expect(git('status', '--porcelain')).toBe('');
});
