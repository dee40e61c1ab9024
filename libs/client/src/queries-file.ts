import type { NamedApp, NamedOperation, NamedResource } from './naming.js';
import { answerOf, hasRequest, keyParameters, optionsOf, resultOf } from './operation-function.js';
import { errorName, searchNames } from './resource-file.js';
import { docComment, header, importOf, listed, literal } from './source.js';
import { Types } from './types.js';

/** The options of queries and mutations of one resource, for TanStack Query. */
export function queriesFile(app: NamedApp, resource: NamedResource): string {
  const { contract, name, module, operations } = resource;
  const { modelName } = contract.resource;
  const types = new Types(false, new Set());
  const shownIn = ['key', ...othersThatShow(app, resource)];
  const made = operations.flatMap((each) => queryOptionsOf(each, resource, types, shownIn));
  const isMutating = made.some(({ helper }) => helper === 'mutation');
  const fromRuntime = ['Api', ...made.flatMap((each) => each.runtimeTypes)];
  const fromModule = made.flatMap((each) => each.text.match(/\b[A-Z]\w+\b/g) ?? []);
  const declared = new Set([
    ...contract.schemas.map((each) => each.name),
    ...operations.map((each) => errorName(modelName, each)),
    searchNames(modelName).search,
  ]);
  return [
    header,
    isMutating ? 'import type { QueryClient } from "@tanstack/query-core";\n\n' : '',
    importOf(fromRuntime, '../runtime/index.js', 'import type'),
    importOf(
      made.map(({ helper }) => helper),
      '../runtime/query.js',
    ),
    importOf(
      made.map(({ type }) => type),
      '../runtime/query.js',
      'import type',
    ),
    `import * as ${name} from "./${module}.js";\n`,
    importOf(
      fromModule.filter((each) => declared.has(each)),
      `./${module}.js`,
      'import type',
    ),
    '\n/** What the keys of all queries begin with. */\n',
    listed(
      'export const key: readonly [app: string, resource: string] = ',
      [literal(app.folder), literal(name)],
      ';',
      ['[', ']', ''],
    ),
    '\n\n',
    made.map(({ text }) => text).join('\n'),
  ].join('');
}

interface Options {
  readonly text: string;
  /** The function of the runtime that makes them, and their type. */
  readonly helper: string;
  readonly type: string;
  readonly runtimeTypes: readonly string[];
}

function queryOptionsOf(
  operation: NamedOperation,
  { name: resource, contract }: NamedResource,
  types: Types,
  shownIn: readonly string[],
): readonly Options[] {
  const { name, fn, contract: route } = operation;
  const { modelName } = contract.resource;
  const result = resultOf(operation, types);
  const error = errorName(modelName, operation);
  const { type: answerType } = answerOf(operation);
  const answer = answerType === undefined ? [] : [answerType];
  const callOptions = optionsOf(operation);
  const exported = fn === name ? '' : `export { ${fn} as ${name} };\n`;
  const start = `${fn === name ? 'export ' : ''}function ${fn}`;
  if (route.search) {
    const { paging } = route.search;
    const asked = hasRequest(route.search);
    const request = asked ? [`request: ${searchNames(modelName).search} = {}`] : [];
    const key = asked ? 'request' : '{}';
    const arguments_ = asked ? 'api, request, { signal }' : 'api, { signal }';
    const one = (name: string, comment: string) =>
      query(`export function ${name}`, comment, request, [
        ['key', `[...key, "search", ${key}]`],
        ['read', `(signal) => ${resource}.search(${arguments_})`],
      ]);
    if (paging === undefined) return [one('search', 'All rows that match.')];
    const [param, type] =
      paging === 'keyset' ? ['cursor', 'string | undefined'] : ['offset', 'number'];
    const helper = `${param}Query`;
    const walked = `Omit<${searchNames(modelName).search}, ${literal(param)}>`;
    const all = options({
      comment: 'All pages of a search, for infinite queries.',
      start: 'export function search',
      parameters: ['api: Api', `request: ${walked} = {}`],
      result: [`PagedQuery<`, [result, type, error]],
      helper,
      type: 'PagedQuery',
      members: [
        ['key', '[...key, "search", "pages", request]'],
        [
          'read',
          `(${param}, signal) => ${resource}.search(api, { ...request, ${param} }, { signal })`,
        ],
      ],
      runtimeTypes: answer,
    });
    return [all, one('page', 'One page of a search.')];
  }
  const keys = keyParameters(operation);
  const keyNames = keys.map((each) => each.slice(0, each.indexOf(':')));
  if (route.method === 'GET') {
    const made = query(start, route.summary, keys, [
      ['key', `[${['...key', literal(name), ...keyNames].join(', ')}]`],
      ['read', `(signal) => ${resource}.${name}(${['api', ...keyNames, '{ signal }'].join(', ')})`],
    ]);
    return [{ ...made, text: made.text + exported }];
  }
  const body = route.request === undefined ? [] : [`body: ${route.request}`];
  const members = [...keys, ...body, callOptions.parameter].map((each) => `readonly ${each}`);
  const passed = [...keyNames, ...(body.length > 0 ? ['body'] : []), 'options'];
  return [
    options({
      comment: route.summary,
      start,
      parameters: ['api: Api', 'queryClient: Pick<QueryClient, "invalidateQueries">'],
      result: ['Mutation<', [result, error, `{\n${members.map(indented).join('')}  }`]],
      helper: 'mutation',
      type: 'Mutation',
      members: [
        ['queryClient', ''],
        ['key', `[...key, ${literal(name)}]`],
        ['shownIn', inLines(shownIn)],
        [
          'write',
          `({ ${passed.join(', ')} }) => ${resource}.${name}(${['api', ...passed].join(', ')})`,
        ],
      ],
      runtimeTypes: [...callOptions.types, ...answer],
      after: exported,
    }),
  ];

  function query(
    start: string,
    comment: string,
    parameters: readonly string[],
    members: Parts['members'],
  ): Options {
    return options({
      comment,
      start,
      parameters: ['api: Api', ...parameters],
      result: ['Query<', [result, error]],
      helper: 'query',
      type: 'Query',
      members,
      runtimeTypes: answer,
    });
  }
}

function indented(member: string): string {
  return `    ${member.replaceAll('\n', '\n  ')};\n`;
}

interface Parts {
  readonly comment: string;
  readonly start: string;
  readonly parameters: readonly string[];
  readonly result: readonly [start: string, members: readonly string[]];
  readonly helper: string;
  readonly type: string;
  /** Of the object that the helper is given; without a value where a variable is called like it. */
  readonly members: readonly (readonly [name: string, value: string])[];
  readonly runtimeTypes: readonly string[];
  readonly after?: string;
}

function options(parts: Parts): Options {
  const { comment, start, parameters, result, helper, type, runtimeTypes, after = '' } = parts;
  const [open, members] = result;
  const inLine = `${open}${members.join(', ')}>`;
  const isLong = inLine.includes('\n') || `): ${inLine} {`.length > 80;
  const returned = isLong
    ? `${open}\n${members.map((each) => `  ${each}`).join(',\n')}\n>`
    : inLine;
  const signature = listed(start, parameters, `: ${returned.split('\n')[0]}${isLong ? '' : ' {'}`);
  const whole = isLong ? `${signature}\n${returned.split('\n').slice(1).join('\n')} {` : signature;
  return {
    text:
      `${docComment('', comment)}${whole}\n  return ${helper}({\n` +
      `${parts.members.map(member).join('')}  });\n}\n${after}`,
    helper,
    type,
    runtimeTypes,
  };
}

function member([name, value]: readonly [string, string]): string {
  if (value === '') return `    ${name},\n`;
  const line = `    ${name}: ${value},\n`;
  return line.length <= 81 ? line : line.replace(' => ', ' =>\n      ');
}

/** The keys of other resources whose answers show, or count, the rows of one. */
function othersThatShow(app: NamedApp, { contract }: NamedResource): readonly string[] {
  const { model } = contract.resource;
  return app.resources
    .filter((each) => each.contract !== contract && each.contract.shows.includes(model))
    .map(({ name }) => `[${literal(app.folder)}, ${literal(name)}]`);
}

function inLines(items: readonly string[]): string {
  const line = `[${items.join(', ')}]`;
  // Lists of lists are broken by prettier as soon as there are several.
  if (`    shownIn: ${line},`.length <= 80) return line;
  return `[\n${items.map((each) => `      ${each},\n`).join('')}    ]`;
}

/** All queries and mutations of an app. */
export function appQueriesFile({ name, resources }: NamedApp): string {
  const members = resources.map((each) => `  readonly ${each.name}: Bound<typeof ${each.name}>;\n`);
  const made = resources.map((each) => `    ${each.name}: bind(api, ${each.name}),\n`);
  return [
    header,
    importOf(['bind'], '../runtime/index.js'),
    importOf(['Api', 'Bound'], '../runtime/index.js', 'import type'),
    ...resources.map((each) => `import * as ${each.name} from "./${each.module}.queries.js";\n`),
    `\n/** The options of queries and mutations for TanStack Query. */\nexport interface ${name}Queries {\n`,
    ...members,
    `}\n\n/** Makes the options of all queries and mutations of an API. */\n`,
    `export function create${name}Queries(api: Api): ${name}Queries {\n  return {\n`,
    ...made,
    '  };\n}\n',
  ].join('');
}
