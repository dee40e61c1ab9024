import type { FirstOperation, FirstResource } from './first-resource.js';

const page = "{ mode: 'keyset' }";

/** The operations that resources share. */
export const commonOperations = [
  "'get',",
  "// Pages by a cursor; a plain 'list' would answer all rows at once.",
  `{ name: 'list', pagination: ${page} },`,
  "'create',",
  "'update',",
  "'delete',",
];

/**
 * The lines of a resource in Jsonnet.
 *
 * @param isShared whether the config has operations for resources that say none.
 */
export function resourceLines(resource: FirstResource, isShared: boolean): readonly string[] {
  const { model, name, operations, leftOut, notes } = resource;
  if (isShared && operations === undefined && name === undefined) return [`{ model: '${model}' },`];
  const route = `/${name?.replaceAll('_', '-')}`;
  const named = name === undefined ? [] : [`name: '${name}',`, `route_prefix: '${route}',`];
  const comments = leftOut.map(({ column, why }) => `// ${column} is left out: it is ${why}.`);
  const own = operations?.flatMap(operationLines) ?? (isShared ? undefined : commonOperations);
  const list = own ? ['operations: [', ...own.map((line) => `  ${line}`), '],'] : [];
  const inside = [
    `model: '${model}',`,
    ...named,
    ...comments,
    ...notes.map((note) => `// ${note}`),
    ...list,
  ];
  return ['{', ...inside.map((line) => `  ${line}`), '},'];
}

/** The width of a line, inside of what stands around it. */
const width = 88;

function operationLines({ name, fields }: FirstOperation): readonly string[] {
  if (!fields) return [name === 'list' ? `{ name: 'list', pagination: ${page} },` : `'${name}',`];
  const rest = name === 'list' ? [`pagination: ${page}`] : [];
  const quoted = fields.map((field) => `'${field}'`);
  const line = `{ ${[`name: '${name}'`, `fields: [${quoted.join(', ')}]`, ...rest].join(', ')} },`;
  if (line.length <= width) return [line];
  return [
    '{',
    `  name: '${name}',`,
    '  fields: [',
    ...filled(quoted.map((field) => `${field},`)).map((each) => `    ${each}`),
    '  ],',
    ...rest.map((each) => `  ${each},`),
    '},',
  ];
}

/** Words in lines as long as may be. */
function filled(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
