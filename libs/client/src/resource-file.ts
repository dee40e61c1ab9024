import type { ContractField, ContractSchema, ContractSearch, Project } from '@rowhouse/fastapi';

import type { NamedOperation, NamedResource } from './naming.js';
import { operationFunction } from './operation-function.js';
import { docComment, header, importOf, keyOf, literal, typed } from './source.js';
import { Types } from './types.js';

/** A generated file, and the types that it exports. */
export interface ResourceFile {
  readonly text: string;
  readonly types: readonly string[];
}

/** The types and the functions of one resource. */
export function resourceFile(resource: NamedResource, { client }: Project): ResourceFile {
  const { contract, operations } = resource;
  const { modelName } = contract.resource;
  const own = [
    ...contract.schemas.map(({ name }) => name),
    ...operations.map((each) => errorName(modelName, each)),
    ...operations.flatMap(({ contract: { search } }) =>
      search ? searchTypeNames(search, modelName) : [],
    ),
  ];
  const types = new Types(client.dates === 'branded', new Set([...own, ...runtimeTypes]));
  const functions = operations.map((each) => operationFunction(each, resource, types));
  const bodies = contract.schemas.map((each) => schemaType(each, types));
  const searches = operations.flatMap(({ contract: { search } }) =>
    search ? searchTypes(search, modelName, types) : [],
  );
  const errors = operations.map((each) => errorType(modelName, each));
  const enums = [...types.enums].map(([name, values]) =>
    typed('', `export type ${name} =`, values.map(literal)),
  );
  const unions = [...types.unions].map(([name, members]) =>
    typed('', `export type ${name} =`, members),
  );
  for (const each of functions) each.types.forEach((name) => types.imported.add(name));
  if (errors.length > 0) types.imported.add('ApiErrors');
  const imports = [
    importOf(
      functions.flatMap((each) => each.values),
      '../runtime/index.js',
    ),
    importOf(types.imported, '../runtime/index.js', 'import type'),
  ].join('');
  const sections = [
    ...enums,
    ...unions,
    ...bodies,
    ...searches,
    ...errors,
    ...functions.map((f) => f.text),
  ];
  return {
    text: `${header}${imports}\n${sections.join('\n')}`,
    types: [...types.enums.keys(), ...types.unions.keys(), ...own],
  };
}

/** The types of the runtime that resources import: no enum can be called like one of them. */
const runtimeTypes = [
  ...[
    'Answer',
    'Api',
    'ApiErrors',
    'CallOptions',
    'Containers',
    'Equality',
    'Existence',
    'Filter',
    'KeyOptions',
    'Ordered',
    'RequiredVersionOptions',
    'VersionedAnswer',
    'VersionOptions',
  ],
  ...[
    'JsonObject',
    'Range',
    'RangeInput',
    'Texts',
    'DateText',
    'DateTimeText',
    'TimeText',
    'DurationText',
  ],
  ...['AsyncGenerator', 'Omit', 'Pick', 'Promise', 'Readonly', 'Record'],
];

/** What the types of a search are called. */
export function searchNames(modelName: string) {
  return {
    fields: `${modelName}FilterFields`,
    filter: `${modelName}Filter`,
    sort: `${modelName}Sort`,
    search: `${modelName}Search`,
  };
}

/** The types that a search has. */
function searchTypeNames({ filters, sorts }: ContractSearch, modelName: string): readonly string[] {
  const { fields, filter, sort, search } = searchNames(modelName);
  return [
    ...(filters.length > 0 ? [fields, filter] : []),
    ...(sorts.length > 0 ? [sort] : []),
    search,
  ];
}

/** The type of the errors of an operation. */
export function errorName(modelName: string, { typeName }: NamedOperation): string {
  return `${modelName}${typeName}Error`;
}

function schemaType({ name, summary, isRequest, fields }: ContractSchema, types: Types): string {
  const start = `${docComment('', summary)}export interface ${name} {`;
  if (fields.length === 0) return `${start}}\n`;
  return `${start}\n${fields.map((field) => fieldLine(field, isRequest, types)).join('')}}\n`;
}

function fieldLine(field: ContractField, isRequest: boolean, types: Types): string {
  const { name, type, isNullable, isRequired } = field;
  const isOptional = isRequest && !isRequired;
  const members = [
    ...types.membersOf(type, isRequest ? 'request' : 'response'),
    ...(isNullable ? ['null'] : []),
  ];
  const key = `readonly ${keyOf(name)}${isOptional ? '?' : ''}:`;
  return (
    docComment('  ', isRequest ? aboutField(field) : field.description) + typed('  ', key, members)
  );
}

/** What a field of a request is about, its limits and its default. */
function aboutField({ description, constraints, default: initial }: ContractField) {
  const notes = Object.entries(constraints).map(([name, limit]) => `${name} ${String(limit)}`);
  if (initial !== undefined) notes.push(`default ${JSON.stringify(initial)}`);
  const limits = notes.length > 0 ? `\`${notes.join(', ').replaceAll('`', "'")}\`` : undefined;
  return [description, limits].filter((each) => each !== undefined).join(' ');
}

function searchTypes(
  { filters, sorts, paging, includesDeleted }: ContractSearch,
  modelName: string,
  types: Types,
): readonly string[] {
  const names = searchNames(modelName);
  const made: string[] = [];
  const members: string[] = [];
  if (filters.length > 0) {
    const lines = filters.map(
      (each) =>
        docComment('  ', each.description) +
        `  readonly ${keyOf(each.name)}: ${types.operatorsOf(each)};\n`,
    );
    types.imported.add('Filter');
    made.push(
      `/** The fields to filter by, and their operators. */\nexport interface ${names.fields} {\n${lines.join('')}}\n`,
      `export type ${names.filter} = Filter<${names.fields}>;\n`,
    );
    members.push(`  readonly filter?: ${names.filter} | undefined;\n`);
  }
  if (sorts.length > 0) {
    const directions = sorts.flatMap((each) => [literal(each), literal(`-${each}`)]);
    made.push(
      '/** The fields to sort by. Those with a `-` are descending. */\n' +
        typed('', `export type ${names.sort} =`, directions),
    );
    members.push(`  readonly sort?: readonly ${names.sort}[] | undefined;\n`);
  }
  if (paging === 'keyset') {
    members.push(
      '  /** `next_cursor` of the page before. */\n  readonly cursor?: string | undefined;\n',
      '  readonly pageSize?: number | undefined;\n',
    );
  }
  if (paging === 'offset') {
    members.push(
      '  /** How many rows to skip. */\n  readonly offset?: number | undefined;\n',
      '  readonly limit?: number | undefined;\n',
    );
  }
  if (includesDeleted) {
    members.push(
      '  /** Whether to list deleted rows, too. */\n  readonly includeDeleted?: boolean | undefined;\n',
    );
  }
  const body = members.length === 0 ? '{}' : `{\n${members.join('')}}`;
  made.push(`/** What to search for. */\nexport interface ${names.search} ${body}\n`);
  return made;
}

function errorType(modelName: string, operation: NamedOperation): string {
  const { errors } = operation.contract;
  const union = errors.join(' | ');
  const line = `export type ${errorName(modelName, operation)} = ApiErrors<${union}>;\n`;
  if (line.length <= 81) return line;
  return `export type ${errorName(modelName, operation)} = ApiErrors<\n  ${union}\n>;\n`;
}
