import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { ensurePython } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = resolve(import.meta.dirname, '..');
let project: string;
let environment: string;

beforeAll(async () => {
  environment = dirname(dirname(await ensurePython()));
  project = mkdtempSync(join(tmpdir(), 'openapi-'));
  cpSync(join(repository, 'apps/demo'), project, { recursive: true });
  mkdirSync(join(project, 'node_modules/@rowhouse'), { recursive: true });
  symlinkSync(
    join(repository, 'libs/fastapi'),
    join(project, 'node_modules/@rowhouse/fastapi'),
    'junction',
  );
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ devDependencies: { '@rowhouse/fastapi': '*' } }),
  );
});
afterAll(() => rmSync(project, { recursive: true }));

/** Without the variables that name a database, or a secret. */
function openapi(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const program = join(repository, 'libs/cli/bin/codegen.cjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'openapi', ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], VIRTUAL_ENV: environment, NO_COLOR: '1', ...env },
  });
  return { status, stdout, stderr };
}

interface Document {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, unknown>>;
}

test('describes the generated routes, the same in each run', () => {
  const first = openapi();
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const { info, paths } = JSON.parse(first.stdout) as Document;
  expect(info.title).toBe('blog');
  expect(Object.keys(paths)).toContain('/auth/token');
  expect(Object.keys(paths)).not.toContain('/health');
  expect(openapi([], { PYTHONHASHSEED: '7' }).stdout).toBe(first.stdout);
});

test('describes the whole app, in a file', () => {
  const args = ['codegen.config.jsonnet', '--app', 'main:app', '--file', 'api.json'];
  expect(openapi(args)).toEqual({ status: 0, stdout: 'api.json: written\n', stderr: '' });
  const { info, paths } = JSON.parse(readFileSync(join(project, 'api.json'), 'utf8')) as Document;
  expect(info.title).toBe('Blog');
  expect(Object.keys(paths)).toContain('/health');
  expect(openapi(args).stdout).toBe('api.json: up to date\n');
});

test('names what is not installed', () => {
  const empty = join(project, 'empty');
  spawnSync('python3', ['-m', 'venv', '--without-pip', empty]);
  const { status, stderr } = openapi([], { VIRTUAL_ENV: empty });
  expect(status).toBe(1);
  expect(stderr).toContain(
    'lacks what it imports: fastapi, pydantic, SQLAlchemy, email-validator, PyJWT',
  );
  expect(stderr).toContain('uv sync, or pip install fastapi pydantic');
});

test.each([
  ['main:router', "'main:router' is of the class APIRouter, expected FastAPI"],
  ['main', "app: found 'main', expected a module and a name"],
  ['nothing:app', "ModuleNotFoundError: No module named 'nothing'"],
])('refuses the app %s', (app, message) => {
  const { status, stdout, stderr } = openapi(['--app', app]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(message);
});

test('says where an import fails, and what is not generated', () => {
  const models = join(project, 'blog/models.py');
  const text = readFileSync(models, 'utf8');
  writeFileSync(models, `${text}\nimport os\n\nos.environ["SETTING"]\n`);
  const line = text.split('\n').length + 3;
  expect(openapi().stderr).toContain(`KeyError: 'SETTING' (blog/models.py:${line})`);
  writeFileSync(models, text);
  rmSync(join(project, '_generated'), { recursive: true });
  expect(openapi().stderr).toContain('_generated has no generated code');
});
