import type { ModelField } from './fields.js';

/** What a resource entry says. */
export interface ResourceEntry {
  /** Dotted path of the model class. */
  readonly model: string;
  readonly fields: readonly ModelField[];
  /** A subset of the built-in operations, in the order wanted. */
  readonly operations: readonly string[];
  readonly tests: boolean;
}

interface FieldSpec {
  readonly name: string;
  readonly type: string;
  readonly nullable?: true;
}

/** The entry as Jsonnet, from column 0; its fields are written once and used by name. */
export function jsonnetEntry({ model, fields, operations, tests }: ResourceEntry): string {
  const shows = operations.some((operation) => operation === 'get' || operation === 'list');
  const usesFields = operations.some((operation) => operation !== 'delete');
  const lines = specs(fields).map((spec) => `    ${jsonnetObject(spec)},`);
  return [
    '{',
    ...(usesFields ? ['  local fields = [', ...lines, '  ],'] : []),
    ...(shows ? [`  local shown = [{ name: 'id', type: 'uuid' }] + fields,`] : []),
    `  model: '${model}',`,
    ...(tests ? ['  generate_tests: true,'] : []),
    '  operations: [',
    ...operations.map((operation) => `    ${jsonnetOperation(operation)},`),
    '  ],',
    '}',
  ].join('\n');
}

function jsonnetOperation(operation: string): string {
  switch (operation) {
    case 'get':
      return `{ name: 'get', fields: shown }`;
    case 'list':
      return `{ name: 'list', fields: shown, filters: {}, pagination: { mode: 'keyset' } }`;
    case 'delete':
      return `'delete'`;
    default:
      return `{ name: '${operation}', fields: fields }`;
  }
}

/** The entry as JSON, from column 0. */
export function jsonEntry(entry: ResourceEntry): string {
  const fields = specs(entry.fields);
  const withKey = [{ name: 'id', type: 'uuid' }, ...fields];
  const operations = entry.operations.map((operation) => {
    if (operation === 'delete') return 'delete';
    if (operation === 'get') return { name: operation, fields: withKey };
    if (operation !== 'list') return { name: operation, fields };
    return { name: operation, fields: withKey, filters: {}, pagination: { mode: 'keyset' } };
  });
  const { model, tests } = entry;
  return JSON.stringify({ model, ...(tests && { generate_tests: true }), operations }, null, 2);
}

function specs(fields: readonly ModelField[]): FieldSpec[] {
  return fields.map(({ name, type, nullable }) => ({ name, type, ...(nullable && { nullable }) }));
}

function jsonnetObject(spec: FieldSpec): string {
  const members = Object.entries(spec).map(([key, value]) =>
    typeof value === 'string' ? `${key}: '${value}'` : `${key}: ${String(value)}`,
  );
  return `{ ${members.join(', ')} }`;
}
