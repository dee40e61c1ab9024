import type { ContractSearch } from '@rowhouse/fastapi';

import type { NamedOperation, NamedResource } from './naming.js';
import { errorName, searchNames } from './resource-file.js';
import { docComment, lineWidth, listed, literal } from './source.js';
import type { Types } from './types.js';

/** The source of a function, and what it uses of the runtime. */
export interface OperationFunction {
  readonly text: string;
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** A function beside that of an operation, which calls it. */
type Further = Pick<OperationFunction, 'text' | 'values'>;

/** The operations that answer with a row. */
const aboutRows = new Set(['get', 'create', 'update', 'restore', 'upsert']);

/** What an operation answers with: the function of the runtime that reads it, and its type. */
export function answerOf({ contract: { kind, response, givesVersion } }: NamedOperation): {
  readonly caller: string;
  /** The type around that of the data. */
  readonly type: string | undefined;
} {
  if (givesVersion) return { caller: 'callVersioned', type: 'VersionedAnswer' };
  const isRow = aboutRows.has(kind) && response !== undefined;
  return isRow ? { caller: 'call', type: 'Answer' } : { caller: 'callForData', type: undefined };
}

/** What an operation answers with, as a type. */
export function resultOf(operation: NamedOperation, types: Types): string {
  const { response } = operation.contract;
  const { type } = answerOf(operation);
  const data = response === undefined ? 'void' : types.nameOf(response, 'response');
  return type === undefined ? data : `${type}<${data}>`;
}

/** The options that an operation takes; those that it has to be given have no `?`. */
export function optionsOf({ contract: { ifMatch, takesKey } }: NamedOperation): {
  /** The types of the runtime whose members they have. */
  readonly types: readonly string[];
  readonly parameter: string;
} {
  const isRequired = ifMatch === 'required';
  const types = [
    ...(ifMatch === undefined ? [] : [isRequired ? 'RequiredVersionOptions' : 'VersionOptions']),
    ...(takesKey ? ['KeyOptions'] : []),
  ];
  if (types.length === 0) types.push('CallOptions');
  return { types, parameter: `options${isRequired ? '' : '?'}: ${types.join(' & ')}` };
}

/** The function that calls an operation; of a search, also the one that walks its pages. */
export function operationFunction(
  operation: NamedOperation,
  { contract: { resource, schemas } }: NamedResource,
  types: Types,
): OperationFunction {
  const { modelName } = resource;
  const { contract, fn, name } = operation;
  const { kind, method, search, request, needsUser } = contract;
  const answer = answerOf(operation);
  const options = optionsOf(operation);
  const result = resultOf(operation, types);
  const parameters = ['api: Api', ...keyParameters(operation)];
  if (search && hasRequest(search))
    parameters.push(`request: ${searchNames(modelName).search} = {}`);
  else if (request !== undefined && !search) {
    const schema = schemas.find((each) => each.name === request);
    const canBeEmpty = schema?.fields.every((field) => !field.isRequired) ?? false;
    // A change of nothing is no change.
    const isOptional = canBeEmpty && kind !== 'update' && contract.ifMatch !== 'required';
    parameters.push(`body: ${request}${isOptional ? ' = {}' : ''}`);
  }
  parameters.push(options.parameter);
  const members = [
    `method: ${literal(method)}`,
    `path: ${pathOf(operation)}`,
    ...(search && hasRequest(search) ? [searchBody(search)] : []),
    ...(request !== undefined && !search ? ['body'] : []),
    ...(needsUser ? ['needsUser: true'] : []),
    ...(method === 'GET' || search ? ['isRead: true'] : []),
    ...(contract.takesKey ? ['takesKey: true'] : []),
  ];
  const signature = listed(
    `${fn === name ? 'export ' : ''}function ${fn}`,
    parameters,
    `: Promise<${result}> {`,
  );
  const text =
    docComment('', ...about(operation, modelName)) +
    `${signature}\n  return ${answer.caller}(\n    api,\n    {\n` +
    members.map((each) => `      ${each},\n`).join('') +
    `    },\n    options,\n  );\n}\n` +
    (fn === name ? '' : `export { ${fn} as ${name} };\n`);
  const further = search
    ? walkFunction(operation, search, modelName)
    : contract.asksForChanges
      ? conditionalFunction(operation, result)
      : undefined;
  return {
    text: further ? `${text}\n${further.text}` : text,
    values: [
      answer.caller,
      ...(contract.parameters.length > 0 ? ['step'] : []),
      ...(search && search.sorts.length > 0 ? ['sortClauses'] : []),
      ...(further?.values ?? []),
    ],
    types: [
      'Api',
      ...options.types,
      ...(search ? ['CallOptions'] : []),
      ...(answer.type ? [answer.type] : []),
    ],
  };
}

function conditionalFunction(operation: NamedOperation, result: string): Further {
  const keys = keyParameters(operation);
  const parameters = ['api: Api', ...keys, 'etag: string', 'options?: CallOptions'];
  const given = ['api', ...keys.map((each) => each.slice(0, each.indexOf(':'))), 'conditional'];
  const call = `get(${given.join(', ')})`;
  const start = '  return ifChanged(etag, options, (conditional) =>';
  const line = `${start} ${call});`;
  return {
    text:
      '/** Reads the row unless it has the version `etag`: else undefined. */\n' +
      `${listed('export function getIfChanged', parameters, `: Promise<${result} | undefined> {`)}\n` +
      `${line.length <= lineWidth ? line : `${start}\n    ${call},\n  );`}\n}\n`,
    values: ['ifChanged'],
  };
}

/** What it does, by which request, and how that can fail. */
function about(operation: NamedOperation, modelName: string): readonly string[] {
  const { title, summary, method, path, errors } = operation.contract;
  const what = summary === '' ? title : summary;
  return [
    /[.!?]$/.test(what) ? what : `${what}.`,
    `\`${method} ${path}\` fails with {@link ${errorName(modelName, operation)}}: ${errors.join(', ')}.`,
  ];
}

/** One parameter for a key of one column; an object, for one of several. */
export function keyParameters({ contract: { parameters } }: NamedOperation): readonly string[] {
  const types = parameters.map(
    ({ name, type }) => `${name}: ${type === 'int' ? 'number' : 'string'}`,
  );
  if (types.length <= 1) return types;
  const members = types.map((each) => `readonly ${each}`);
  const line = `pk: { ${members.join('; ')} }`;
  if (line.length + 3 <= lineWidth) return [line];
  return [`pk: {\n${members.map((each) => `    ${each};\n`).join('')}  }`];
}

function pathOf({ contract: { path, parameters } }: NamedOperation): string {
  if (parameters.length === 0) return literal(path);
  const prefix = parameters.length > 1 ? 'pk.' : '';
  const names = new Set(parameters.map(({ name }) => name));
  const source = path
    .replace(/[`\\]|\$(?=\{)/g, '\\$&')
    .replace(/\{(\w+)\}/g, (whole, name: string) =>
      names.has(name) ? `\${step(${prefix}${name})}` : whole,
    );
  return `\`${source}\``;
}

export function hasRequest({ filters, sorts, paging, includesDeleted }: ContractSearch): boolean {
  return filters.length > 0 || sorts.length > 0 || paging !== undefined || includesDeleted;
}

function searchBody({ filters, sorts, paging, includesDeleted }: ContractSearch): string {
  const members = [
    ...(filters.length > 0 ? ['filter: request.filter'] : []),
    ...(sorts.length > 0 ? ['sort: sortClauses(request.sort)'] : []),
    ...(paging === 'keyset' ? ['cursor: request.cursor', 'page_size: request.pageSize'] : []),
    ...(paging === 'offset' ? ['offset: request.offset', 'limit: request.limit'] : []),
    ...(includesDeleted ? ['include_deleted: request.includeDeleted'] : []),
  ];
  return `body: {\n${members.map((each) => `        ${each},\n`).join('')}      }`;
}

function walkFunction({ fn }: NamedOperation, search: ContractSearch, modelName: string): Further {
  const { paging, item } = search;
  const searchName = searchNames(modelName).search;
  const result = `AsyncGenerator<${item}, void, undefined>`;
  const start = paging === 'keyset' ? 'cursor' : 'offset';
  const request = paging === undefined ? searchName : `Omit<${searchName}, ${literal(start)}>`;
  const parameters = [
    'api: Api',
    ...(hasRequest(search) ? [`request: ${request} = {}`] : []),
    'options?: CallOptions',
  ];
  if (paging === undefined) {
    const passed = hasRequest(search) ? 'api, request, options' : 'api, options';
    return {
      text:
        '/** All rows that match. */\n' +
        `${listed('export async function* all', parameters, `: ${result} {`)}\n` +
        `  yield* await ${fn}(${passed});\n}\n`,
      values: [],
    };
  }
  const walk = paging === 'keyset' ? 'walkCursors' : 'walkOffsets';
  return {
    text:
      '/** All rows that match, on all pages: each page is read when it is needed. */\n' +
      `${listed('export function all', parameters, `: ${result} {`)}\n` +
      `  return ${walk}((${start}) => ${fn}(api, { ...request, ${start} }, options));\n}\n`,
    values: [walk],
  };
}
