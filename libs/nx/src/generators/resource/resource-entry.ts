import { jsonnetText } from '@rowhouse/core';
import { operations as builtIn } from '@rowhouse/fastapi';

import type { ModelField } from './fields.js';

/** What a resource entry says. */
export interface ResourceEntry {
  /** Dotted path of the model class. */
  readonly model: string;
  readonly fields: readonly ModelField[];
  /** Operations that generators offer, in the order wanted. */
  readonly operations: readonly string[];
  readonly tests: boolean;
}

/** What a new resource says of each operation that generators offer, by its name. */
const starters = new Map(
  builtIn.flatMap(({ name, starter }) => (starter ? [[name, starter] as const] : [])),
);

/** The operations that generators offer. */
export const offeredOperations = [...starters.keys()];

/** The operations that a resource needs as well, if it has this one. */
export function requiredBy(operation: string): readonly string[] {
  return builtIn.find(({ name }) => name === operation)?.requires ?? [];
}

interface FieldSpec {
  readonly name: string;
  readonly type: string;
  readonly nullable?: true;
}

/** An entry of values, as Jsonnet from column 0. */
export function jsonnetOf({ operations, ...others }: Readonly<Record<string, unknown>>): string {
  const entries: readonly unknown[] = Array.isArray(operations) ? operations : [];
  return [
    '{',
    ...Object.entries(others).map(([key, value]) => `  ${key}: ${jsonnetText(value)},`),
    '  operations: [',
    ...entries.map((entry) => `    ${jsonnetText(entry)},`),
    '  ],',
    '}',
  ].join('\n');
}

/** The entry as Jsonnet, from column 0; its fields are written once and used by name. */
export function jsonnetEntry({ model, fields, operations, tests }: ResourceEntry): string {
  const lists = new Set(operations.map((operation) => starters.get(operation)?.fields));
  const lines = specs(fields).map((spec) => `    ${jsonnetText(spec)},`);
  return [
    '{',
    ...(lists.has('shown') || lists.has('written') ? ['  local fields = [', ...lines, '  ],'] : []),
    ...(lists.has('shown') ? [`  local shown = [{ name: 'id', type: 'uuid' }] + fields,`] : []),
    `  model: '${model}',`,
    ...(tests ? ['  generate_tests: true,'] : []),
    '  operations: [',
    ...operations.map((operation) => `    ${jsonnetOperation(operation)},`),
    '  ],',
    '}',
  ].join('\n');
}

function jsonnetOperation(name: string): string {
  const { fields, options = {} } = starters.get(name)!;
  const members = [
    `name: '${name}'`,
    ...(fields === undefined ? [] : [`fields: ${fields === 'shown' ? 'shown' : 'fields'}`]),
    ...Object.entries(options).map(([key, value]) => `${key}: ${jsonnetText(value)}`),
  ];
  return members.length === 1 ? `'${name}'` : `{ ${members.join(', ')} }`;
}

/** The entry as JSON, from column 0. */
export function jsonEntry({ model, fields, operations, tests }: ResourceEntry): string {
  const written = specs(fields);
  const shown = [{ name: 'id', type: 'uuid' }, ...written];
  const entries = operations.map((name) => {
    const { fields: listed, options = {} } = starters.get(name)!;
    if (listed === undefined && Object.keys(options).length === 0) return name;
    return { name, ...(listed && { fields: listed === 'shown' ? shown : written }), ...options };
  });
  return JSON.stringify(
    { model, ...(tests && { generate_tests: true }), operations: entries },
    null,
    2,
  );
}

function specs(fields: readonly ModelField[]): FieldSpec[] {
  return fields.map(({ name, type, nullable }) => ({ name, type, ...(nullable && { nullable }) }));
}
