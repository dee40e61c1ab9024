import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { constraintRows } from '../src/config/constraints.js';
import { fieldTypes, itemType, typeRows } from '../src/config/field-types.js';
import { problems, blog } from './support.js';

const field = (spec: object) =>
  blog({ operations: [{ name: 'create', fields: [{ name: 'a', ...spec }] }] });

describe.each(Object.entries(typeRows))('the type %s', (type, row) => {
  it('has an example that a config takes as a default', async () => {
    expect(row.accepts(row.example)).toBe(true);
    expect(await problems(field({ type, default: row.example }))).toEqual([]);
  });

  it('refuses a default of no type', async () => {
    const [problem] = await problems(field({ type, default: [[]] }));
    expect(problem).toContain(`expected ${row.form}`);
  });
});

const limits: Readonly<Record<string, string | number>> = { pattern: '^[a-z]+$' };

describe('the testing module of the runtime', () => {
  const require = createRequire(import.meta.url);
  const runtime = dirname(require.resolve('@rowhouse/runtime/package.json'));
  const fields = readFileSync(join(runtime, 'rowhouse_runtime/testing/fields.py'), 'utf8');

  it.each(Object.keys(typeRows))('has the type %s', (type) => {
    const [, types = ''] = /^TYPES.*?\{\n(.*?)^\}/ms.exec(fields) ?? [];
    expect(types).toContain(`    "${type}": `);
    const [, examples = ''] = /^def example.*?\{\n(.*?)^ {4}\}/ms.exec(fields) ?? [];
    expect(examples).toContain(`        "${type}": `);
  });

  it.each(constraintRows.map(([name]) => name))('has the constraint %s', (name) => {
    expect(fields).toMatch(new RegExp(`^    ${name}: .* = None$`, 'm'));
  });
});

describe.each(constraintRows)('the constraint %s', (name, constraint) => {
  const limit = limits[name] ?? 3;
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
      if (['email', 'bytes'].includes(itemType(type) ?? type)) return;
      expect((await problems(field({ type, [name]: limit, default: value }))).length).toBe(1);
    },
  );
});
