import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { createDatabase, pythonProgram, type TemporaryDatabase } from '@rowhouse/harness';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

/** The demo, where columns are said once: what speaks up when one has a new name, and in which order. */
const repository = join(import.meta.dirname, '..');
const demo = join(repository, 'apps/demo');

let directory: string;
let database: TemporaryDatabase;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'said-once-'));
  cpSync(demo, directory, {
    recursive: true,
    filter: (path) => !/node_modules|__pycache__|_cache$/.test(path),
  });
  symlinkSync(join(repository, 'node_modules'), join(directory, 'node_modules'), 'junction');
  database = await createDatabase(inject('postgresUrl'));
});

afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true });
});

/** Runs a command line in the project, as a reader of its output sees it. */
function run(command: string): { readonly status: number | null; readonly text: string } {
  const programs = [join(repository, 'node_modules/.bin'), dirname(pythonProgram('python'))];
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: directory,
    shell: true,
    encoding: 'utf8',
    env: {
      ...process.env,
      NO_COLOR: '1',
      DATABASE_URL: database.url,
      PATH: [...programs, process.env['PATH']].join(delimiter),
    },
  });
  return { status, text: stdout + stderr };
}

function edit(file: string, change: (text: string) => string): void {
  const path = join(directory, file);
  const text = readFileSync(path, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(path, change(text));
}

const { targets } = JSON.parse(readFileSync(join(demo, 'project.json'), 'utf8')) as {
  targets: {
    models: { command: string };
    'models-check': { command: string };
    codegen: { dependsOn: string[] };
  };
};
const writeModels = targets.models.command;
const checkModels = targets['models-check'].command;
const checkMigrations = 'schema check --config schema/schema.config.ts';
const generate = 'codegen generate --config codegen.config.jsonnet --prune';
const checkPython = 'mypy --strict blog';

describe('a column of tables.ts with a new name', () => {
  test('at first, all agree', () => {
    expect(run(`cd schema && schema migrate`).status).toBe(0);
    expect(run(checkMigrations)).toMatchObject({ status: 0 });
    expect(run(checkModels)).toEqual({ status: 0, text: 'blog/models.py is up to date.\n' });
    expect(run(`${generate} --check`).status).toBe(0);
  });

  test('is missed by the view that shows it', () => {
    edit('schema/tables.ts', (text) =>
      text
        .replace("publishedAt: moment('published_at')", "releasedAt: moment('released_at')")
        .replace("publishedAt: 'When", "releasedAt: 'When"),
    );
    const { status, text } = run(checkModels);
    expect(status).toBe(1);
    expect(text).toContain(
      "REST view api.articles of table public.articles: columns[7]: found 'publishedAt', expected a column of the table",
    );
    edit('schema/views.ts', (views) => views.replace('publishedAt', 'releasedAt'));
  });

  test('is missed by the migrations, which keep its contents when told so', () => {
    const { status, text } = run(checkMigrations);
    expect(status).toBe(1);
    expect(text).toContain('public.articles.published_at');
    const renamed = '--rename public.articles.published_at=released_at';
    const written = run(`cd schema && schema generate release ${renamed}`);
    expect(written).toMatchObject({ status: 0 });
    expect(run('cd schema && schema migrate').status).toBe(0);
    expect(run(checkMigrations)).toMatchObject({ status: 0 });
  });

  test('is missed by the models, before anything is generated of them', () => {
    expect(targets.codegen.dependsOn).toContain('models-check');
    const { status, text } = run(checkModels);
    expect(status).toBe(1);
    expect(text).toMatch(/^blog\/models\.py:\d+: differs from schema\/schema\.config\.ts/);
    expect(text).toContain('  found:    published_at: Mapped[datetime.datetime | None]');
    expect(text).toContain('  expected: released_at: Mapped[datetime.datetime | None]');
    expect(run(writeModels).text).toBe('Wrote blog/models.py.\n');
  });

  test('is missed by the config, at each place that names it', () => {
    const config = readFileSync(join(directory, 'codegen.config.jsonnet'), 'utf8');
    const { status, text } = run(generate);
    expect(status).toBe(1);
    expect(text).toContain('published_at: Article has no such attribute (blog/models.py:');
    config.split('\n').forEach((line, index) => {
      if (!line.includes('published_at') || /filters:|ordering:/.test(line)) return;
      expect(text).toContain(`codegen.config.jsonnet:${index + 1}:`);
    });
    edit('codegen.config.jsonnet', (before) => before.replaceAll('published_at', 'released_at'));
    expect(run(generate)).toMatchObject({ status: 0 });
  });

  test('is missed by the Python that uses it', () => {
    const { status, text } = run(checkPython);
    expect(status).toBe(1);
    expect(text).toMatch(
      /^blog\/actions\.py:\d+: error: "Article" has no attribute "published_at"/m,
    );
    for (const file of ['blog/actions.py', 'blog/examples.py']) {
      expect(text).toContain(`${file}:`);
      edit(file, (source) => source.replaceAll('published_at', 'released_at'));
    }
  });

  test('is then the same everywhere', () => {
    expect(run(checkMigrations)).toMatchObject({ status: 0 });
    expect(run(checkModels)).toMatchObject({ status: 0 });
    expect(run(`${generate} --check`)).toMatchObject({ status: 0 });
    expect(run(checkPython)).toMatchObject({ status: 0 });
    const left = run('grep -rIl published_at blog schema/*.ts codegen.config.jsonnet _generated');
    expect(left.text).toBe('');
  });
});
