import { ensurePython, pythonProgram } from '@rowhouse/harness';
import { createClient } from '@hey-api/openapi-ts';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

const openApi = `
import json
from tests.api import app_of
from tests.specimens import router
print(json.dumps(app_of(router).openapi()))
`;

/** What clients write; each line after `@ts-expect-error` has to be refused. */
const uses = `
export const right: Node[] = [
  { field: 'text', op: 'contains', value: 'a' },
  { field: 'number', op: 'between', value: [1, 2] },
  { field: 'flag', op: 'eq', value: true },
  { field: 'moment', op: 'is_null', value: false },
  { field: 'days', op: 'in', value: [['2024-01-01']] },
  { and: [{ or: [{ field: 'id', op: 'in', value: [1, 2] }] }, { field: 'price', op: 'lt', value: '1.20' }] },
];
export const wrong: Node[] = [
  // @ts-expect-error A flag is not ordered.
  { field: 'flag', op: 'gt', value: true },
  // @ts-expect-error A number has no letters.
  { field: 'number', op: 'contains', value: 'a' },
  // @ts-expect-error A value has the field's type.
  { field: 'number', op: 'eq', value: 'a' },
  // @ts-expect-error A list is needed.
  { field: 'number', op: 'in', value: 1 },
  // @ts-expect-error Not the value, but whether it is null.
  { field: 'text', op: 'is_null', value: 'a' },
  // @ts-expect-error There is no such operator.
  { field: 'text', op: 'like', value: 'a' },
  // @ts-expect-error There is no such field.
  { field: 'nope', op: 'eq', value: 'a' },
  // @ts-expect-error Also inside.
  { and: [{ field: 'flag', op: 'gt', value: true }] },
  // @ts-expect-error A value is needed.
  { field: 'text', op: 'eq' },
];
`;

/** What the TypeScript compiler says of a file under `strict`. */
function problems(path: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const program = ts.createProgram([path], options);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('a client made from the OpenAPI document', () => {
  let directory: string;
  let document: OpenAPI3;

  beforeAll(async () => {
    await ensurePython();
    directory = await mkdtemp(join(root, 'node_modules/.rowhouse-clients-'));
    const { stdout } = await run(pythonProgram('python'), ['-c', openApi], {
      cwd: join(root, 'libs/runtime'),
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
      maxBuffer: 64 << 20,
    });
    document = JSON.parse(stdout) as OpenAPI3;
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  test('by openapi-typescript takes the operators of a field, and no others', async () => {
    await writeFile(join(directory, 'schema.ts'), astToString(await openapiTS(document)));
    const use = join(directory, 'openapi-typescript.ts');
    await writeFile(
      use,
      `import type { components } from './schema';\n` +
        `type Node = components['schemas']['SpecimenFilterCondition'];\n${uses}`,
    );
    expect(problems(use)).toEqual([]);
  });

  test('by hey-api takes the operators of a field, and no others', async () => {
    await createClient({
      input: { ...document },
      output: { path: join(directory, 'client') },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent' },
    });
    const use = join(directory, 'hey-api.ts');
    await writeFile(
      use,
      `import type { SpecimenFilterCondition as Node } from './client/types.gen';\n${uses}`,
    );
    expect(problems(use)).toEqual([]);
  });
});
