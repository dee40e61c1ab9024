import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { operationsIn, type ClientOperation } from './client-operations.js';

/** Writes what `errors.ts` calls. Keys of `bodies` are operations such as `POST /orders/`. */
export function writeOperations(
  directory: string,
  bodies: Readonly<Record<string, unknown>> = {},
): void {
  const rows = [...operationsIn(directory)].map(([key, operation]) => ({
    key,
    ...operation,
    takes: takenBy(operation),
    body: bodies[key] ?? {},
    ifMatch: operation.headers.includes('if-match'),
  }));
  writeFileSync(join(directory, 'operations.json'), JSON.stringify(rows));
}

function takenBy({ search, body }: ClientOperation): 'search' | 'body' | 'nothing' {
  if (search === undefined) return body === undefined ? 'nothing' : 'body';
  const { filters, sorts, paging } = search;
  return [...Object.keys(filters), ...sorts, ...paging].length > 0 ? 'search' : 'nothing';
}

/**
 * What the programs have not seen of the operations of the client: a success, or a status that its type documents; and
 * what they have seen that it does not document.
 */
export function notSeen(directory: string): readonly string[] {
  const seen = readFileSync(join(directory, 'answers.txt'), 'utf8').trim().split('\n');
  const answers = new Set<string>();
  const operations = [...operationsIn(directory)].map(([key, { errors }]) => {
    const path = key.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('{}', '[^/]+');
    return { key, errors, pattern: new RegExp(`^${path}$`) };
  });
  const unknown = new Set<string>();
  for (const answer of seen) {
    const [, request, code] = /^(.*) (\d+)$/.exec(answer)!;
    // The path without keys is the more precise one: `/orders/search` is no order.
    const [operation] = operations
      .filter(({ pattern }) => pattern.test(request!))
      .sort((left, right) => left.key.split('{}').length - right.key.split('{}').length);
    const status = Number(code);
    if (operation === undefined) continue;
    if (status < 400) answers.add(`${operation.key} succeeds`);
    else if (operation.errors.includes(status)) answers.add(`${operation.key} ${status}`);
    else unknown.add(`${operation.key} ${status} is not documented`);
  }
  const expected = operations.flatMap(({ key, errors }) => [
    `${key} succeeds`,
    ...errors.map((status) => `${key} ${status}`),
  ]);
  return [...expected.filter((each) => !answers.has(each)), ...unknown];
}
