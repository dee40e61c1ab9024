/**
 * Makes every operation fail with the statuses that `STATUSES` names, of those that it documents. `operations.json` has
 * the operations of the client, and bodies that are valid.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { isApiError, type Api } from './generated/index.js';
import { noted } from './noted.js';

interface Operation {
  readonly key: string;
  readonly module: string;
  readonly name: string;
  readonly parameters: readonly string[];
  readonly keyNames: readonly string[];
  readonly errors: readonly number[];
  readonly takes: 'search' | 'body' | 'nothing';
  readonly body: unknown;
  readonly ifMatch: boolean;
}

/** How the functions of modules begin: the compiler has checked the calls of the other programs. */
type Fn = (api: Api, ...rest: unknown[]) => Promise<unknown>;

const { API, TOKEN, STATUSES = '' } = process.env;
const operations = JSON.parse(readFileSync('operations.json', 'utf8')) as readonly Operation[];
const anonymous: Api = { baseUrl: API!, retries: 0, interceptors: [noted] };
const user: Api = { ...anonymous, token: () => TOKEN };

const absent = { number: 2_000_000_000, string: '00000000-0000-0000-0000-000000000000' };
const unreadable = { number: 'x', string: '\0' };

function argumentsOf(operation: Operation, isValid: boolean): readonly unknown[] {
  const { parameters, keyNames, takes, body } = operation;
  const key = parameters.map((type) => (isValid ? absent : unreadable)[type as 'number']);
  const whole = Object.fromEntries(keyNames.map((name, index) => [name, key[index]]));
  return [
    ...(keyNames.length > 0 ? [whole] : key),
    ...(takes === 'search' ? [isValid ? {} : { sort: ['x'], cursor: 1, offset: 'x' }] : []),
    ...(takes === 'body' ? [isValid ? body : 1] : []),
    ...(operation.ifMatch ? [{ ifMatch: '*' }] : []),
  ];
}

for (const status of STATUSES.split(' ').map(Number)) {
  for (const operation of operations) {
    const { key, errors, parameters, takes, module, name } = operation;
    // What takes nothing cannot be given anything invalid.
    if (!errors.includes(status)) continue;
    if (status === 422 && parameters.length === 0 && takes === 'nothing') continue;
    const functions = (await import(`./generated/${module}.js`)) as Readonly<Record<string, Fn>>;
    const call = functions[name]!(
      status === 401 ? anonymous : user,
      ...argumentsOf(operation, status !== 422),
    );
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    assert(isApiError(error, status), `${key}: ${String(error)} instead of ${status}`);
  }
}
console.log('done');
