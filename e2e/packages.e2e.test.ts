import { createDatabase, ensurePython, startApi } from '@rowhouse/harness';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { repository, withDependencies } from '../tools/packages/own-packages.js';
import { npm as npmProgram, packOwn } from './support/pack.js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

/**
 * What a user has: packages that npm packed and installed in a project of its own, outside this
 * repository; a target and an operation that other packages bring.
 */
const packages = join(import.meta.dirname, 'packages');
const own = withDependencies('@rowhouse/cli', '@rowhouse/fastapi');

let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'packages-'));
  const tarballs = join(project, 'tarballs');
  mkdirSync(tarballs);
  const directories = [join(packages, 'codegen-markdown'), join(packages, 'codegen-count')];
  packOwn(own, tarballs);
  npm('pack', '--silent', '--pack-destination', tarballs, ...directories);
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "private": true }\n');
  const files = readdirSync(tarballs).map((name) => `./tarballs/${name}`);
  npm('install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...files);
  cpSync(join(packages, 'fixture'), project, { recursive: true });
});

afterAll(() => {
  rmSync(project, { recursive: true });
});

function npm(...args: readonly string[]): void {
  execFileSync(npmProgram, args, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs the installed command. */
function codegen(...args: readonly string[]) {
  const program = join(project, 'node_modules/.bin/codegen');
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' },
    shell: process.platform === 'win32',
  });
  return { status, stdout, stderr };
}

describe('the installed command', () => {
  it('lists the targets of all packages', () => {
    expect(codegen('targets', 'list')).toEqual({
      status: 0,
      stdout: 'fastapi (Python)\nmarkdown (Markdown)\n',
      stderr: '',
    });
  });

  it('prints its version and its help', () => {
    const { version } = JSON.parse(
      readFileSync(join(repository, 'libs/cli/package.json'), 'utf8'),
    ) as { version: string };
    expect(codegen('--version').stdout).toBe(`${version}\n`);
    expect(codegen('generate', '--help').stdout).toContain(
      'Usage: codegen generate [options] [config]',
    );
  });

  it('asks which target is meant when there are several', () => {
    expect(codegen('generate', '--config', 'site.jsonnet')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'error: several targets are installed: fastapi, markdown\n  Choose one with --target.\n',
    });
  });
});

it('generates with a target of another package', () => {
  const run = codegen('generate', '--config', 'site.jsonnet', '--target', 'markdown');
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(project, 'pages/rows.md'), 'utf8')).toBe(
    '# rows\n\nA row of \\*houses\\*\\.\n',
  );
  expect(readFileSync(join(project, 'pages/contents.md'), 'utf8')).toBe(
    '# Rowhouse\n\n- [rows](rows.md)\n',
  );
});

describe('an operation of another package', () => {
  it('has its options checked when the config is loaded', () => {
    const config = readFileSync(join(project, 'shop.jsonnet'), 'utf8');
    writeFileSync(join(project, 'bad.jsonnet'), config.replace('max: 2', "maxx: 2, max: 'two'"));
    const { status, stderr } = codegen('validate', 'bad.jsonnet', '--target', 'fastapi');
    expect(status).toBe(1);
    expect(stderr).toContain("resources[0].operations[1].max: found 'two', expected a number");
    expect(stderr).toContain('resources[0].operations[1].maxx: unknown key');
  });

  it('adds a route to a served API', async () => {
    const run = codegen('generate', '--config', 'shop.jsonnet', '--target', 'fastapi');
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const database = await createDatabase(inject('postgresUrl'));
    const env = { DATABASE_URL: database.url.replace(/^postgres(ql)?:/, 'postgresql+asyncpg:') };
    const api = await startApi({ directory: project, application: 'main:app', env });
    try {
      const url = `${api.url}/items/`;
      const headers = { 'content-type': 'application/json' };
      for (const sku of ['chair', 'desk', 'lamp']) {
        const body = JSON.stringify({ sku, stock: 4 });
        const made = await fetch(url, { method: 'POST', headers, body });
        expect(made.status).toBe(201);
      }
      const counted = await fetch(`${url}count`);
      expect(await counted.json()).toBe(2);
    } finally {
      await api.stop();
      await database.drop();
    }
  });

  it('leaves the generated tests of its resource as they are', async () => {
    const database = await createDatabase(inject('postgresUrl'));
    try {
      const env = { ...process.env, TEST_DATABASE_URL: database.url, PYTHONPATH: project };
      const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '_generated'];
      const tests = spawnSync(await ensurePython(), args, { cwd: project, env, encoding: 'utf8' });
      expect(tests.stdout).toMatch(/^\d+ passed/m);
      expect(tests.status).toBe(0);
    } finally {
      await database.drop();
    }
  });
});
