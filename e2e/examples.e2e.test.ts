import { createDatabase, startApi, type Api, type TemporaryDatabase } from '@rowhouse/harness';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { repository, withDependencies } from '../tools/packages/own-packages.js';
import { npm, packOwn } from './support/pack.js';

/** `examples/smallest`, as somebody has it who copied the folder: its packages come from tarballs. */
const source = join(repository, 'examples/smallest');

let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'smallest-'));
  const notCopied = new Set(['node_modules', '_generated', '.venv', 'package-lock.json']);
  cpSync(source, project, { recursive: true, filter: (path) => !notCopied.has(basename(path)) });
  const tarballs = join(project, 'tarballs');
  mkdirSync(tarballs);
  const packed = packOwn(withDependencies('@rowhouse/cli', '@rowhouse/fastapi'), tarballs);
  run('install', '--no-save', '--prefer-offline', '--loglevel=error', ...packed.values());
});

afterAll(() => {
  rmSync(project, { recursive: true });
});

function run(...args: readonly string[]): string {
  return execFileSync(npm, args, {
    cwd: project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
}

describe('examples/smallest', () => {
  let api: Api;
  let database: TemporaryDatabase;

  beforeAll(async () => {
    expect(run('run', 'generate')).toMatch(/^_generated: \d+ resources?, \d+ files: \d+ created/m);
    database = await createDatabase(inject('postgresUrl'));
    const url = database.url.replace(/^postgres(ql)?:/, 'postgresql+asyncpg:');
    api = await startApi({
      directory: project,
      application: 'main:app',
      env: { DATABASE_URL: url },
    });
  });
  afterAll(async () => {
    await api?.stop();
    await database?.drop();
  });

  const calls = readmeCalls();

  test('its README calls every route', () => {
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'POST', 'PATCH', 'GET', 'DELETE']);
  });

  test('answers each request of its README', async () => {
    const answers = [];
    for (const { method, path, body } of calls) {
      const headers = { 'content-type': 'application/json' };
      const init = { method, headers, ...(body !== undefined && { body }) };
      const response = await fetch(api.url + path, init);
      const text = await response.text();
      answers.push([response.status, text === '' ? undefined : (JSON.parse(text) as unknown)]);
    }
    const task = { id: 1, title: 'Water the plants', done: false };
    expect(answers).toEqual([
      [201, task],
      [200, [task]],
      [200, { ...task, done: true }],
      [200, { ...task, done: true }],
      [204, undefined],
    ]);
  });
});

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

/** The requests that the README makes with curl. */
function readmeCalls(): readonly Call[] {
  const readme = readFileSync(join(source, 'README.md'), 'utf8');
  const lines = readme.matchAll(/^curl -s(?: -X (\w+))? localhost:8000(\S+)(?: --json '(.*)')?$/gm);
  return [...lines].map(([, method, path, body]) => ({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    path: path!,
    body,
  }));
}
