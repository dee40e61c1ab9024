import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { validateOptsAgainstSchema, type Schema } from 'nx/src/utils/params.js';
import { describe, expect, test } from 'vitest';

import executors from '../executors.json' with { type: 'json' };
import generators from '../generators.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };

interface Property {
  readonly type: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: string; readonly enum?: readonly string[] };
  readonly $default?: { readonly $source: string; readonly index?: number };
  readonly 'x-prompt'?: string | { readonly message: string };
  readonly 'x-dropdown'?: string;
  readonly 'x-priority'?: string;
}

interface Entry {
  readonly name: string;
  readonly kind: 'executors' | 'generators';
  readonly implementation: string;
  readonly schemaPath: string;
  readonly description: string;
}

const root = resolve(import.meta.dirname, '..');
const entries: Entry[] = [
  ...Object.entries(executors.executors).map(([name, entry]) => ({
    name,
    kind: 'executors' as const,
    implementation: entry.implementation,
    schemaPath: entry.schema,
    description: entry.description,
  })),
  ...Object.entries(generators.generators).map(([name, entry]) => ({
    name,
    kind: 'generators' as const,
    implementation: entry.factory,
    schemaPath: entry.schema,
    description: entry.description,
  })),
];

function read(entry: Entry) {
  return JSON.parse(readFileSync(join(root, entry.schemaPath), 'utf8')) as Schema & {
    readonly $id: string;
    readonly cli: string;
    readonly title: string;
    readonly type: string;
    readonly version?: number;
    readonly continuous?: boolean;
    readonly properties: Record<string, Property>;
    readonly required: readonly string[];
  };
}

describe.each(entries)('$kind $name', (entry) => {
  const schema = read(entry);
  const properties = Object.entries(schema.properties);

  test('names files that exist, without extension, so that Nx finds the source as well', () => {
    expect(entry.implementation).toMatch(/^\.\/dist\/[a-z/]+$/);
    expect(existsSync(join(root, `${entry.implementation.replace('/dist/', '/src/')}.ts`))).toBe(
      true,
    );
    expect(manifest.files).toContain('src');
  });

  test('is a closed object with a title and a description', () => {
    expect(schema).toMatchObject({
      cli: 'nx',
      type: 'object',
      additionalProperties: false,
      title: expect.stringMatching(/^[A-Z]/) as string,
      description: expect.stringMatching(/\.$/) as string,
    });
    expect(entry.description).toMatch(/\.$/);
  });

  test('describes every option, each with a type that a form can show', () => {
    for (const [name, property] of properties) {
      expect(property.description, name).toMatch(/^[A-Z].*\.$/s);
      expect(['string', 'boolean', 'number', 'array'], name).toContain(property.type);
      if (property.type === 'array') expect(property.items?.type, name).toBe('string');
      if (property['x-priority'])
        expect(['important', 'internal']).toContain(property['x-priority']);
    }
  });

  test('asks for what it requires', () => {
    for (const name of schema.required) {
      expect(schema.properties[name], name).toMatchObject({
        'x-prompt': expect.anything() as unknown,
        'x-priority': 'important',
        $default: { $source: expect.stringMatching(/^(argv|projectName)$/) as string },
      });
    }
  });

  // Nx would list all projects; a generator asks for one that fits.
  test('has no list of projects that do not fit', () => {
    for (const [name, property] of properties) {
      expect(property['x-dropdown'], name).toBeUndefined();
    }
  });

  test('has defaults that it accepts itself', () => {
    const options = Object.fromEntries(
      properties.map(([name, property]) => [name, property.default ?? sample(property)]),
    );
    expect(() => validateOptsAgainstSchema(options, schema)).not.toThrow();
    expect(() => validateOptsAgainstSchema({ ...options, other: 1 }, schema)).toThrow(/'?other'?/);
  });

  test('has a declaration with the same options', () => {
    const path = join(root, entry.schemaPath.replace('.json', '.d.ts'));
    const shared = readFileSync(join(root, 'src/task/task.ts'), 'utf8');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const inherited = text.includes('TaskOptions')
      ? shared.slice(shared.indexOf('interface TaskOptions'), shared.indexOf('/** One run'))
      : '';
    const declared = [...`${text}${inherited}`.matchAll(/readonly (\w+)(\?)?:/g)];
    expect(new Map(declared.map(([, name, optional]) => [name, optional === undefined]))).toEqual(
      new Map(properties.map(([name]) => [name, schema.required.includes(name)])),
    );
  });
});

test('executors have version 2, and the watch is continuous', () => {
  for (const entry of entries.filter(({ kind }) => kind === 'executors')) {
    const { version, continuous } = read(entry);
    expect(version).toBe(2);
    expect(continuous ?? false).toBe(entry.name === 'watch');
  }
});

test('every schema has an id of its own', () => {
  const ids = entries.map((entry) => read(entry).$id);
  expect(new Set(ids).size).toBe(entries.length);
});

test('the package names its collections', () => {
  expect(manifest).toMatchObject({
    executors: './executors.json',
    generators: './generators.json',
  });
});

function sample({ type, enum: values, pattern = '' }: Property): unknown {
  if (values) return values[0];
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  return ['api', 'Invoice', 'models.Invoice', 'models.py'].find((text) =>
    new RegExp(pattern).test(text),
  );
}

test('docs/nx.md lists the options of the executors, with the targets that have them', () => {
  const page = readFileSync(resolve(root, '../../docs/nx.md'), 'utf8');
  const rows = [
    ...page
      .slice(page.indexOf('| option '))
      .split('\n\n')[0]!
      .matchAll(/^\| (`.*?) \| (.*?) \|/gm),
  ];
  const listed = rows.flatMap(([, names, targets]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => [name, targets!.trim().replaceAll('`', '')]),
  );
  const having = new Map<string, string[]>();
  const all = entries.filter(({ kind }) => kind === 'executors');
  for (const entry of all) {
    const target = ['codegen', 'openapi', 'container'].includes(entry.name)
      ? entry.name
      : `codegen-${entry.name}`;
    for (const name of Object.keys(read(entry).properties)) {
      having.set(name, [...(having.get(name) ?? []), target]);
    }
  }
  const allBut = (targets: readonly string[]) =>
    targets.length === all.length - 1 && !targets.includes('container');
  const expected = [...having].map(([name, targets]) => [
    name,
    allBut(targets) ? 'all but container' : targets.sort().join(', '),
  ]);
  expect(listed.sort()).toEqual(expected.sort());
});
