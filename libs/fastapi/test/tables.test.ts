import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { constraintRows } from '../src/config/constraints.js';
import { fieldTypes, rowOf, typeRows } from '../src/config/field-types.js';
import { operations } from '../src/operations/index.js';
import { problems, blog } from './support.js';

const field = (spec: object) =>
  blog({ operations: [{ name: 'create', fields: [{ name: 'a', ...spec }] }] });

describe.each(Object.entries(typeRows))('the type %s', (type, row) => {
  it('has an example that a config takes as a default', async () => {
    expect(row.accepts(row.example)).toBe(true);
    expect(await problems(field({ type, default: row.example }))).toEqual([]);
    expect(await problems(field({ type, example: row.example }))).toEqual([]);
  });

  it('refuses a default of no type', async () => {
    const [problem] = await problems(field({ type, default: [[]] }));
    expect(problem).toContain(`expected ${row.form}`);
  });
});

const texts = Object.entries(typeRows).filter(([, { kind }]) => kind === 'text');
it.each(texts)('the type %s of texts can be that of text columns and in JSON', (type, row) => {
  expect([type, ...(row.columns ?? [])]).toEqual(expect.arrayContaining(['str', 'json']));
});

const requested = operations.filter(
  ({ scope, activation }) => scope === 'resource' && activation !== 'always',
);
it.each(requested)('the operation $name has the options of every entry', ({ options }) => {
  const shape = options instanceof z.ZodObject ? options.shape : {};
  expect(Object.keys(shape)).toContain('require_auth');
});

it.each([
  ['10.0.0.0/8', true],
  ['10.0.0.1', true],
  ['10.0.0.1/8', false],
  ['::/0', true],
  ['2001:db8::/32', true],
  ['2001:db8::1/32', false],
  ['::ffff:1.2.3.4/128', true],
  ['10.0.0.0/33', false],
  ['10.0.0/8', false],
])('%s is a network: %s', (value, expected) => {
  expect(typeRows.cidr.accepts(value)).toBe(expected);
});

describe.each(constraintRows)('the constraint %s', (name, constraint) => {
  const limit = (constraint.schema.meta()!.examples as unknown[])[0];
  it.each(fieldTypes)('fits %s or is refused', async (type) => {
    const found = await problems(field({ type, [name]: limit }));
    expect(found.length).toBe(constraint.appliesTo(type) ? 0 : 1);
  });

  it.each(fieldTypes.filter((type) => constraint.appliesTo(type)))(
    'is violated by a value that a field of type %s does not take',
    async (type) => {
      const value = constraint.violatedBy(limit, type);
      expect(value).toBeDefined();
      expect(constraint.accepts(value, limit)).toBe(false);
      // A text of some length may be no value of the type.
      if (rowOf(type)?.accepts(value) === false) return;
      expect((await problems(field({ type, [name]: limit, default: value }))).length).toBe(1);
    },
  );
});
