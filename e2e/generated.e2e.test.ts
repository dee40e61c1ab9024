import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDatabase, type TemporaryDatabase } from '@rowhouse/harness';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { generateProject, pyright, type GeneratedProject } from './generated-project.js';

/** Reads each file as Python would, and fails on what is not Python. */
const parse = `
import ast, pathlib
for path in pathlib.Path().rglob("*.py"):
    ast.parse(path.read_bytes(), str(path))
`;

/** Prints what a documentation page sends at first that is missing, or is not what its schema says. */
const checkExamples = `
import importlib, pathlib
import jsonschema_rs
from fastapi import FastAPI

for path in pathlib.Path().rglob("routes/__init__.py"):
    if "tags_metadata" not in path.read_text():
        continue
    app = FastAPI()
    app.include_router(importlib.import_module(".".join(path.parent.parts)).router)
    document = app.openapi()

    def check(what, schema, examples):
        whole = {**schema, "components": document["components"]}
        # To Pydantic, a time without an offset is a time, too.
        local = {name: lambda text: True for name in ("time", "date-time")}
        valid = jsonschema_rs.Draft202012Validator(
            whole, validate_formats=True, formats=local
        )
        for example in examples:
            for error in valid.iter_errors(example):
                print(what, example, error.message)
        if not examples:
            print(what, "has none")

    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            for each in operation.get("parameters", []):
                if each["in"] == "path":
                    values = [given["value"] for given in each.get("examples", {}).values()]
                    check(f"{method} {path}: {each['name']}", each["schema"], values)
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if body and "$ref" in body["schema"]:
                schema = document["components"]["schemas"][body["schema"]["$ref"].split("/")[-1]]
                check(f"{method} {path}: body", body["schema"], schema.get("examples", []))
`;

const config = 'codegen.config.jsonnet';
const projects = [
  { folder: 'apps/demo', configs: [config] },
  { folder: 'e2e/projects/clinic', configs: [config] },
  // Its config names fields only: types are those of the models.
  { folder: 'e2e/projects/helpdesk', configs: [config] },
  { folder: 'e2e/projects/inventory', configs: [config] },
  // Users of three kinds: claims of a token, instances of a model, claims of another server's token.
  { folder: 'e2e/projects/team', configs: [config] },
  // Several of its rows may have one key. It has no rules for ruff: those by default apply.
  { folder: 'e2e/projects/theatre', configs: [config] },
  // Tenants and owners: whose rows. A second config has handlers that forget what their routes do not.
  { folder: 'e2e/projects/firms', configs: [config, 'handled.config.jsonnet'] },
  // Relations: rows come with what belongs to them, of eleven tables and two companies.
  { folder: 'e2e/projects/orders', configs: [config] },
  // Versions of rows, with tenants. With a second config, requests need keys.
  { folder: 'e2e/projects/stock', configs: [config, 'required.config.jsonnet'] },
  // Rules: who may do what with which rows.
  { folder: 'e2e/projects/support', configs: [config] },
  // An example: tenants with composite keys, and users of one role each.
  { folder: 'examples/library', configs: [config] },
  // Two API versions, from two configs into two packages, served by one application.
  { folder: 'e2e/projects/versions', configs: ['v1.config.jsonnet', 'v2.config.jsonnet'] },
];

let parent: string;
const generated = new Map<string, GeneratedProject>();

beforeAll(async () => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), 'generated-')));
  for (const { folder, configs } of projects)
    generated.set(folder, await generateProject(folder, configs, parent));
});

afterAll(() => {
  rmSync(parent, { recursive: true });
});

test('all pass pyright strict', async () => {
  const sample = ['apps/demo', 'e2e/projects/firms', 'e2e/projects/stock', 'e2e/projects/versions'];
  const checked = inject('isNightly') ? [...generated.keys()] : sample;
  const found = await pyright(
    parent,
    checked.map((folder) => generated.get(folder)!),
  );
  expect(found).toContain('0 errors, 0 warnings');
});

describe.each(projects)('$folder', ({ folder }) => {
  let project: GeneratedProject;
  const databases: TemporaryDatabase[] = [];

  beforeAll(() => {
    project = generated.get(folder)!;
  });

  afterAll(async () => {
    await Promise.all(databases.map((database) => database.drop()));
  });

  test('is Python', async () => {
    await project.python('python', ['-c', parse]);
  });

  test('passes ruff check', async () => {
    await project.python('ruff', ['check', '--no-cache', '.']);
  });

  test('is laid out as ruff lays out', async () => {
    await project.python('ruff', ['format', '--no-cache', '--check', '--diff', '.']);
  });

  test('passes mypy --strict', async () => {
    // What one project has read of the packages that all import, the next one need not.
    await project.python('mypy', ['--strict', '--cache-dir', join(parent, '.mypy_cache'), '.']);
  });

  test('has an example of every request, as its schema says', async () => {
    const env = {
      DATABASE_URL: '',
      MAIN_DATABASE_URL: '',
      LEDGER_URL: '',
      ARCHIVE_DATABASE_URL: '',
    };
    expect(await project.python('python', ['-c', checkExamples], env)).toBe('');
  });

  test('passes its generated tests, and those of the project', async () => {
    const [one, other] = await Promise.all([
      createDatabase(inject('postgresUrl')),
      createDatabase(inject('postgresUrl')),
    ]);
    databases.push(one, other);
    const output = await project.python('pytest', ['-q', '-p', 'no:cacheprovider', '-W', 'error'], {
      TEST_DATABASE_URL: one.url,
      DATABASE_URL: one.url,
      MAIN_DATABASE_URL: one.url,
      LEDGER_URL: one.url,
      ARCHIVE_DATABASE_URL: other.url,
    });
    expect(output).toMatch(/^\d+ passed in /m);
  });
});
