import { Ajv2020 } from 'ajv/dist/2020.js';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { ModelFacts } from '../src/index.js';
import { formatFacts, readModels } from '../src/index.js';
import { goldenFolder, goldenModules, goldens } from './goldens.js';

/**
 * Each folder of `golden/` is a feature: modules, and what is known of their models in `facts.txt`.
 * `UPDATE_GOLDENS=1` writes the latter anew, for a person to read; the differential test holds the
 * same folders to what SQLAlchemy says.
 */
const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../facts.schema.json'), 'utf8'),
) as object;
const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);

function read(name: string): readonly ModelFacts[] {
  const roots = [goldenFolder(name)];
  return readModels({ roots, environment: false, modules: goldenModules(name) }).models;
}

it('finds the folders', () => {
  expect(goldens).toContain('mapped-columns');
  expect(readdirSync(join(import.meta.dirname, 'golden')).sort()).toEqual(goldens);
});

describe.each(goldens)('%s', (name) => {
  const models = read(name);

  it('has the facts', () => {
    const path = join(goldenFolder(name), 'facts.txt');
    const text = models.map(formatFacts).join('\n');
    if (process.env['UPDATE_GOLDENS']) writeFileSync(path, text);
    expect(existsSync(path)).toBe(true);
    expect(text).toBe(readFileSync(path, 'utf8'));
  });

  it('keeps to the JSON Schema', () => {
    for (const model of models) {
      validate(model);
      expect(validate.errors ?? []).toEqual([]);
      // Plain data: nothing is lost on the way through JSON.
      expect(JSON.parse(JSON.stringify(model))).toEqual(model);
    }
  });

  it('is the same again', () => {
    expect(JSON.stringify(read(name))).toBe(JSON.stringify(models));
  });
});
