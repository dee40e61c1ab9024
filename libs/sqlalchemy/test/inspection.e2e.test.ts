import { pythonProgram } from '@rowhouse/harness';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { FactsFile, inspectModels, isUnknown, ModelReader, type ModelFacts } from '../src/index.js';
import { goldenFolder, goldenModules, goldens } from './goldens.js';

/**
 * The facts that the project's Python writes are those that are read of the source, wherever the latter are known:
 * a config that goes over to a file of facts gets the same API.
 */
const python = pythonProgram('python');
const validate = new Ajv2020({ allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(join(import.meta.dirname, '../facts.schema.json'), 'utf8')) as object,
);

/** What each says in its own way: places, and texts for people. */
const OWN = new Set(['at', 'written', 'value', 'incomplete']);

/** What SQLAlchemy has of its own where the source says nothing. */
const SILENT = /\.about$/;

/** What differs: the path of each fact with what the source and what Python say. */
function differences(read: unknown, told: unknown, path: string): readonly string[] {
  if (isUnknown(read) || (read === null && SILENT.test(path))) return [];
  if (Array.isArray(read) && Array.isArray(told)) {
    // A key that is not known may be any of those that Python tells.
    if (read.some((each) => isObject(each) && isUnknown(each['columns']))) return [];
    if (read.length !== told.length)
      return [`${path}: ${String(read.length)}, ${String(told.length)}`];
    const [one, other] = [inOrder(read), inOrder(told)];
    return one.flatMap((each, index) =>
      differences(each, other[index], `${path}.${nameOf(each, index)}`),
    );
  }
  if (!isObject(read) || !isObject(told))
    return read === told ? [] : [`${path}: ${JSON.stringify(read)}, ${JSON.stringify(told)}`];
  const keys = new Set([...Object.keys(read), ...Object.keys(told)]);
  return [...keys].flatMap((key) => {
    if (OWN.has(key) && !path.endsWith('.members')) return [];
    return differences(plain(key, read[key]), plain(key, told[key]), `${path}.${key}`);
  });
}

/** Lists of facts have no order of their own, but those of names have. */
function inOrder(list: readonly unknown[]): readonly unknown[] {
  const keyed = list.map((each) => [isObject(each) ? keyOf(each) : '', each] as const);
  return keyed
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([, each]) => each);
}

function keyOf(each: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(
    each['attribute'] ?? each['model'] ?? each['target'] ?? each['columns'] ?? each['sql'] ?? '',
  );
}

function nameOf(each: unknown, index: number): string {
  return isObject(each) && typeof each['attribute'] === 'string'
    ? each['attribute']
    : String(index);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The dialect that a type was imported from is nothing that SQLAlchemy knows. */
function plain(key: string, value: unknown): unknown {
  return key === 'sqlType' && isObject(value)
    ? { ...value, name: String(value['name']).split('.').at(-1) }
    : value;
}

async function inspected(folder: string, modules: readonly string[]) {
  const found = await inspectModels({ python, directory: folder, folders: [folder], modules });
  if ('reason' in found) throw new Error(found.message);
  return found;
}

describe.concurrent.each(goldens.filter((name) => !name.startsWith('incomplete')))('%s', (name) => {
  it('has the same facts', async () => {
    const folder = goldenFolder(name);
    const modules = goldenModules(name);
    const content = await inspected(folder, modules);
    for (const model of content.models) {
      validate(model);
      expect(validate.errors ?? []).toEqual([]);
    }
    const reader = new ModelReader({ roots: [folder], environment: dirname(dirname(python)) });
    reader.load(modules);
    const told = new Map(content.models.map((model) => [model.model, model]));
    const read = modules.flatMap((module) => reader.module(module) ?? []);
    const found = read.flatMap((model: ModelFacts) =>
      differences(model, told.get(model.model), model.model),
    );
    expect(found).toEqual([]);
    const file = FactsFile.read(JSON.stringify(content), (path) => path);
    expect(file?.paths).toEqual(content.models.map(({ model }) => model));
  });
});
