import { jsonnetText, type AnyOperation } from '@rowhouse/core';

import type { FirstOperation, FirstResource } from './first-resource.js';

/** The entries of operations that resources share. */
export function commonLines(offered: readonly AnyOperation[]): readonly string[] {
  return offered.flatMap(({ name, starter = {} }) => {
    const { options = {}, comment } = starter;
    const lines = operationLines({ name, fields: undefined, options });
    return comment === undefined ? lines : [`// ${comment}`, ...lines];
  });
}

/**
 * The lines of a resource in Jsonnet.
 *
 * @param offered the operations that a first config has.
 * @param isShared whether the config has them for resources that say none.
 */
export function resourceLines(
  resource: FirstResource,
  offered: readonly AnyOperation[],
  isShared: boolean,
): readonly string[] {
  const { model, name, operations, leftOut, offers, notes } = resource;
  const isPlain = operations === undefined && name === undefined && offers.length === 0;
  if (isShared && isPlain) return [`{ model: '${model}' },`];
  const route = `/${name?.replaceAll('_', '-')}`;
  const named = name === undefined ? [] : [`name: '${name}',`, `route_prefix: '${route}',`];
  const comments = leftOut.map(({ column, why }) => `// ${column} is left out: ${why}.`);
  const own = operations?.flatMap(operationLines) ?? (isShared ? undefined : commonLines(offered));
  const list = own ? ['operations: [', ...own.map((line) => `  ${line}`), '],'] : [];
  const inside = [
    `model: '${model}',`,
    ...named,
    ...comments,
    ...notes.map((note) => `// ${note}`),
    ...offers.map(
      ({ name, fields }) => `// For 'get' and 'list', if wanted: ${jsonnetText({ name, fields })}`,
    ),
    ...list,
  ];
  return ['{', ...inside.map((line) => `  ${line}`), '},'];
}

/** The width of a line, inside of what stands around it. */
const width = 88;

function operationLines({ name, fields, options }: FirstOperation): readonly string[] {
  const rest = Object.entries(options).map(([key, value]) => `${key}: ${jsonnetText(value)}`);
  if (!fields && rest.length === 0) return [`'${name}',`];
  const quoted = fields?.map((field) => jsonnetText(field));
  const list = quoted ? [`fields: [${quoted.join(', ')}]`] : [];
  const line = `{ ${[`name: '${name}'`, ...list, ...rest].join(', ')} },`;
  if (!quoted || line.length <= width) return [line];
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
