import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { ejectAll, ejectPiece, generate } from '@rowhouse/core';
import { createDatabase, type TemporaryDatabase } from '@rowhouse/harness';
import { evaluate } from '@rowhouse/jsonnet';
import { saysGenerated } from '@rowhouse/python';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { plugin } from '../libs/fastapi/test/support.js';
import { generateProject, type GeneratedProject } from './generated-project.js';

const repository = resolve(import.meta.dirname, '..');

interface Entry {
  readonly name: string;
  readonly of?: readonly string[];
}

/** The operations of a config in plain JSON, as `codegen eject` calls them. */
function operationsOf(config: string): readonly string[] {
  const { resources } = JSON.parse(readFileSync(config, 'utf8')) as {
    resources: { model: string; operations: (string | Entry)[] }[];
  };
  return resources.flatMap(({ model, operations }) => {
    const entries = operations.map((entry) =>
      typeof entry === 'string' ? { name: entry } : entry,
    );
    // What an action does is the project's own already. These have no handler, and what a bulk does has none, either.
    const without = [
      'upsert',
      'bulk',
      'restore',
      ...entries.flatMap((entry: Entry) => entry.of ?? []),
    ];
    return entries
      .filter((entry) => !('fn' in entry) && !without.includes(entry.name))
      .map(({ name }) => `${model.slice(model.lastIndexOf('.') + 1)}.${name}`);
  });
}

/** A config in plain JSON, with what one in Jsonnet says. */
function inJson(config: string): string {
  const read = (path: string) => ({ path, contents: readFileSync(path, 'utf8') });
  const { value } = evaluate(readFileSync(config, 'utf8'), {
    filename: config,
    resolve: (specifier, importer) =>
      read(
        specifier.startsWith('stdlib/')
          ? join(repository, specifier)
          : join(dirname(importer), specifier),
      ),
  });
  const file = config.replace(/\.jsonnet$/, '.json');
  writeFileSync(file, JSON.stringify(value, undefined, 2));
  return file;
}

const config = 'codegen.config.jsonnet';
const demo = { folder: 'apps/demo', configs: [config] };
/** Tenants, composite keys and hooks. */
const firms = { folder: 'e2e/projects/firms', configs: [config, 'handled.config.jsonnet'] };
const projects = inject('isNightly') ? [demo, firms] : [demo];

describe.each(projects)('$folder', ({ folder, configs }) => {
  let project: GeneratedProject;
  let database: TemporaryDatabase;
  let file: string;
  let options: { config: string; cwd: string; plugins: (typeof plugin)[] };

  beforeAll(async () => {
    project = await generateProject(folder, configs);
    const { directory } = project;
    file = inJson(join(directory, config));
    options = { config: file, cwd: directory, plugins: [plugin] };
    database = await createDatabase(inject('postgresUrl'));
  });
  afterAll(async () => {
    project.remove();
    await database.drop();
  });

  const runTests = () =>
    project.python('pytest', ['-q', '-p', 'no:cacheprovider', '-W', 'error'], {
      TEST_DATABASE_URL: database.url,
      DATABASE_URL: database.url,
    });

  async function checkAll(): Promise<void> {
    await project.python('ruff', ['check', '--no-cache', '.']);
    await project.python('ruff', ['format', '--no-cache', '--check', '--diff', '.']);
    await project.python('mypy', ['--strict', '.']);
    expect(await runTests()).toMatch(/^\d+ passed in /m);
  }

  test('each operation can be ejected, and the generated tests pass', async () => {
    const names = operationsOf(file);
    for (const name of names) {
      const ejected = await ejectPiece({ ...options, name, write: true });
      expect(existsSync(ejected.file), name).toBe(true);
      expect(ejected.isWritten).toBe(true);
    }
    expect(names.length).toBeGreaterThan(8);
    const handlers = readFileSync(file, 'utf8').match(/"handler": /g);
    expect(handlers).toHaveLength(names.length);
    await generate(options);
    await checkAll();
  });

  if (folder !== 'apps/demo') return;

  test('everything can be, edits included', async () => {
    const { directory } = project;
    const router = join(directory, '_generated/routes/__init__.py');
    const edited = `${readFileSync(router, 'utf8')}\n# Mine.\n`;
    writeFileSync(router, edited);
    const test = join(directory, '_generated/blog/tests/test_article.py');
    const editedTest = `${readFileSync(test, 'utf8')}\n\nimport rowhouse_testing  # noqa: E402, F401\n`;
    writeFileSync(test, editedTest);
    await expect(generate({ ...options, keepEdits: true })).rejects.toThrow('see codegen eject');
    // What the config says now is not what is there.
    const original = readFileSync(file, 'utf8');
    writeFileSync(file, original.replace('"min_length": 1', '"min_length": 2'));
    await expect(ejectAll(options)).rejects.toThrow('not up to date');
    writeFileSync(file, original);
    const seen = await ejectAll({ ...options, dryRun: true });
    expect(readFileSync(router, 'utf8')).toBe(edited);

    const done = await ejectAll(options);
    expect(done).toEqual({ ...seen, written: true });
    const { outputRoot } = done;
    expect(done.edited).toEqual(['blog/tests/test_article.py', 'routes/__init__.py']);
    expect(readFileSync(router, 'utf8')).toBe(edited.replace(/^(?:#.*\n)+/, ''));
    const ownTest = readFileSync(test, 'utf8');
    expect(ownTest).toContain('\nfrom _generated import rowhouse_testing  # noqa');
    expect(ownTest).toContain('\nfrom _generated.rowhouse_testing.access import ');
    const files = readdirSync(outputRoot, { recursive: true, encoding: 'utf8' });
    expect(files).not.toContain('.rowhouse.json');
    for (const path of files.filter((each) => each.endsWith('.py'))) {
      const text = readFileSync(join(outputRoot, path), 'utf8');
      expect(saysGenerated(text), path).toBe(false);
      expect(text, path).not.toMatch(/^\s*(?:from|import) rowhouse_testing/m);
    }
    rmSync(file);
    rmSync(join(directory, config));
    // Edited tests may need their imports sorted anew.
    await project.python('ruff', ['check', '--no-cache', '--fix', '.']);
    expect(await runTests()).toMatch(/^\d+ passed in /m);
  });
});
