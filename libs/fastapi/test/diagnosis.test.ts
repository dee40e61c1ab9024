import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { doctor, formatIssues } from '@rowhouse/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { plugin } from './support.js';

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'doctor-')));
  vi.stubEnv('VIRTUAL_ENV', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(project, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** A virtual environment whose Python is a script. */
function writeEnvironment(python: string): void {
  write('.venv/pyvenv.cfg', 'version = 3.12.1\n');
  write('.venv/bin/python', `#!/bin/sh\n${python}\n`);
  chmodSync(join(project, '.venv/bin/python'), 0o755);
}

async function finding(topic: string, folder = '.', config?: string) {
  const found = await doctor({ cwd: join(project, folder), plugins: [plugin], config });
  const { lines, issues } = found.find((each) => each.topic === topic)!;
  return { lines, problems: formatIssues(issues) };
}

const installed = (version: string, packages: object) =>
  `echo '${JSON.stringify({ version, packages })}'`;

test('the Python of the project is that of the nearest .venv', async () => {
  writeEnvironment(
    installed('3.12.1', { fastapi: '0.130.2', pydantic: '2.13', SQLAlchemy: '2.1b1' }),
  );
  const expected = {
    lines: [
      '3.12.1 (.venv)',
      'fastapi 0.130.2',
      'pydantic 2.13',
      'SQLAlchemy 2.1b1',
      'asyncpg not installed',
      'to install: pip install asyncpg',
    ],
    problems: '',
  };
  expect(await finding('Python')).toEqual(expected);
  mkdirSync(join(project, 'apps/shop'), { recursive: true });
  expect((await finding('Python', 'apps/shop')).lines[0]).toBe('3.12.1 (../../.venv)');
});

test('what the config needs is named, too', async () => {
  writeEnvironment(installed('3.12.1', { 'email-validator': '2.2.0' }));
  const config = (more: object) => ({
    version: '1',
    module: 'shop',
    models: false,
    auth: { verify_credentials_fn: 'shop.auth.verify' },
    resources: [
      {
        model: 'shop.models.User',
        access: 'open',
        generate_tests: true,
        operations: [{ name: 'get', fields: [{ name: 'email', type: 'email' }] }],
      },
    ],
    ...more,
  });
  const names = async (more: object) => {
    write('shop.json', JSON.stringify(config(more)));
    const { lines } = await finding('Python', '.', 'shop.json');
    return [lines[5], lines.at(-1)];
  };
  const needed = 'fastapi pydantic SQLAlchemy asyncpg PyJWT python-multipart pytest httpx2';
  expect(await names({})).toEqual([
    'email-validator 2.2.0',
    `to install: pip install ${needed} rowhouse-testing`,
  ]);
  expect((await names({ testing: 'copy' }))[1]).toBe(
    `to install: pip install ${needed} hypothesis`,
  );
});

test('versions that are too old for the generated API are problems', async () => {
  writeEnvironment(installed('3.9.18', { fastapi: '0.99.1', SQLAlchemy: '2.0.40' }));
  const { problems } = await finding('Python');
  expect(problems).toBe(
    [
      'Python is 3.9.18 in .venv, expected 3.11 or newer',
      '  The generated API needs Python 3.11 or newer.',
      'fastapi is 0.99.1 in .venv, expected 0.130 or newer',
      '  The generated API needs fastapi 0.130 or newer.',
      'SQLAlchemy is 2.0.40 in .venv, expected 2.1 or newer',
      '  The generated API needs SQLAlchemy 2.1 or newer.',
    ].join('\n'),
  );
});

test('a .venv whose Python does not run is a problem', async () => {
  writeEnvironment('exit 1');
  expect(await finding('Python')).toEqual({
    lines: ['that of .venv does not run'],
    problems:
      'the Python of .venv does not run\n  Create the virtual environment again: its Python may have been removed or upgraded.',
  });
});

test('no Python at all is none', async () => {
  vi.stubEnv('PATH', project);
  expect(await finding('Python')).toEqual({
    lines: ['none on the PATH, and no .venv: to generate needs none, to run the API does'],
    problems: '',
  });
});

test('models are named with their places, and so is what cannot be read of them', async () => {
  expect((await finding('Models')).lines).toEqual(['none found in this folder']);
  const model = (name: string) =>
    `class ${name}(Base):\n    __tablename__ = "${name}"\n    id: Mapped[int] = mapped_column(primary_key=True)\n`;
  const names = [...'abcdefghijkl'].map((letter) => `M${letter}`);
  write(
    'shop/models.py',
    `from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column\n\nclass Base(DeclarativeBase): ...\n\n${names.map(model).join('\n')}`,
  );
  const { lines } = await finding('Models');
  expect(lines.slice(0, 2)).toEqual([
    'shop.models.Ma (shop/models.py:5)',
    'shop.models.Mb (shop/models.py:9)',
  ]);
  expect(lines.slice(10)).toEqual(['and 2 more']);
});
