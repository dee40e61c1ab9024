import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { pythonProgram } from '@rowhouse/harness';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { constraintRows } from '../src/config/constraints.js';
import { fieldTypes, rowOf } from '../src/config/field-types.js';
import { generated, id } from './support.js';

const plain = fieldTypes.map((type) => ({ name: nameOf(type), type }));
const limited = constraintRows.flatMap(([name, constraint]) =>
  fieldTypes
    .filter((type) => constraint.appliesTo(type))
    .map((type) => ({
      name: `${nameOf(type)}_${name}`,
      type,
      [name]: (constraint.schema.meta()!.examples as unknown[])[0],
    })),
);
const fields = [...plain, ...limited];

/** Sends to the generated schema what the generated tests would send to the API. */
const checks = `
import json
from pydantic import TypeAdapter, ValidationError
from _generated.blog.schemas.article import ArticleCreateRequest
from _generated.blog.tests.test_article import FIELDS
from rowhouse_testing.edges import accepted, refused
from rowhouse_testing.samples import sample

schema = ArticleCreateRequest.model_fields
found = {}
for name, field in FIELDS.items():
    if name == "id":
        continue
    adapter = TypeAdapter(schema[name].rebuild_annotation())
    def errors(value):
        try:
            adapter.validate_json(json.dumps(value))
        except ValidationError as error:
            return [each["type"] for each in error.errors()]
        return []
    samples = [sample(field, name, number, None) for number in range(2)]
    for value in samples + accepted(field):
        assert not errors(value), (name, value)
    for value, kind in refused(field):
        assert errors(value) and kind in {None, *errors(value)}, (name, value)
    found[name] = [len({json.dumps(each) for each in samples}), len(refused(field))]
print(json.dumps(found))
`;

let found: Readonly<Record<string, readonly [samples: number, refused: number]>>;
const directory = mkdtempSync(join(tmpdir(), 'tables-'));

beforeAll(async () => {
  const operations = [
    { name: 'get', fields: [id] },
    { name: 'create', fields },
  ];
  const files = await generated({
    version: '1',
    module: 'blog',
    models: false,
    resources: [{ model: 'blog.models.Article', operations, generate_tests: true }],
  });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(`_generated/${path}`, text);
  write('blog/models.py', 'class Article: ...\n');
  write('checks.py', checks);
  const { stdout, stderr } = spawnSync(pythonProgram('python'), ['checks.py'], {
    cwd: directory,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  found = JSON.parse(stdout) as typeof found;
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

test.each(plain)('generated tests know different values of $type', ({ name }) => {
  expect(found[name]![0]).toBe(2);
});

test.each(limited)('generated tests know a value beyond $name', ({ name, type }) => {
  // Null, what is of another type, and that; but the length of an e-mail address cannot be chosen.
  const least = rowOf(type)?.texts === undefined ? 3 : 2;
  expect(found[name]![1]).toBeGreaterThanOrEqual(least);
});

function nameOf(type: string): string {
  return `a_${type.replace('[', '_').replace(']', '')}`;
}
