import { text } from '@rowhouse/core';
import * as z from 'zod';

import { dottedPath } from './identifiers.js';
import { reportDuplicates, rule } from './rule.js';

/** What a function of the project is for: the line before the write, that after it, or the whole of it. */
export type HookPlace = 'before' | 'after' | 'handler';
export const hookPlaces: readonly HookPlace[] = ['before', 'after', 'handler'];

/** What a hook or a handler may take by name. */
export type HookKeyword = 'db' | 'current_user' | 'row' | 'body' | 'values';

/** Whether a function can do without an argument. */
export const need = z.enum(['required', 'optional']).optional();
const db = need.describe('The database session of the request.');
const currentUser = need.describe('The current user, if the route has one.');
const takesText =
  "The keyword arguments of the function, such as `{db: 'required', current_user: 'optional'}`.";
const isAsync = z.boolean().default(false).describe('Whether the function is `async`.');

/** A hook whose function cannot be read: what a signature would say. */
const hookObject = z.strictObject({
  fn: dottedPath('shop.hooks.check_price').describe('The function.'),
  takes: z
    .strictObject({
      db,
      current_user: currentUser,
      row: need.describe('The stored row. Only for `before` in an update.'),
    })
    .default({})
    .describe(takesText),
  is_async: isAsync,
});

/** A handler whose function cannot be read. */
const handlerObject = z.strictObject({
  fn: dottedPath('shop.overrides.update_article').describe('The function.'),
  takes: z
    .strictObject({
      body: need.describe('The request body of an update or a search.'),
      values: need.describe(
        'The values of a create or an update, by attribute, as changed by `before`.',
      ),
      db,
      current_user: currentUser,
    })
    .default({})
    .describe(takesText),
  is_async: isAsync,
});

const hook = z.union([dottedPath('shop.hooks.check_price'), hookObject]);
const hookList = z
  .array(hook)
  .min(1)
  .check(
    rule((list, findings) => {
      if (!list.every((_, index) => findings.sound(index))) return;
      reportDuplicates(
        list.map((each, index) => {
          const fn = typeof each === 'string' ? each : each.fn;
          return { value: fn, path: [index] };
        }),
        findings,
        (fn) => ({ code: 'duplicate-value', message: text`${fn} is listed twice` }),
      );
    }),
  );
const hooks = z.union([hook, hookList]).optional();
const handler = z
  .union([dottedPath('shop.overrides.update_article'), handlerObject])
  .optional()
  .describe('Your function that does the work of the route.');

/** The option key of the operations that find rows, or write one. */
export const handlerShape = { handler };

/** The option keys of the operations that write a row. */
export const hookShape = {
  before: hooks.describe(
    'One or more of your functions, called in this order before the row is written. They can change values, or refuse the request.',
  ),
  after: hooks.describe(
    'One or more of your functions, called with the written row before the commit. They can refuse the request.',
  ),
  ...handlerShape,
};

/** The forms of a hook and of a handler, for the reference. */
export const hookForms = { hook: hookObject, handler: handlerObject };

/** A function of the project that a route calls. */
export interface Hook {
  /** Its dotted path. */
  readonly fn: string;
  /** What it takes by name. */
  readonly takes: Readonly<Partial<Record<HookKeyword, 'required' | 'optional' | undefined>>>;
  readonly is_async: boolean;
}

type HookOption = string | Hook;

/** The options of an operation with functions of the project. */
export interface HookOptions {
  readonly before?: HookOption | readonly HookOption[] | undefined;
  readonly after?: HookOption | readonly HookOption[] | undefined;
  readonly handler?: HookOption | undefined;
}

/** The functions of an option, once those that are read from their source are complete. */
export function hooksOf(option: HookOptions[HookPlace]): readonly Hook[] {
  const list = option === undefined ? [] : [option].flat();
  return list.map((each) =>
    typeof each === 'string' ? { fn: each, takes: {}, is_async: false } : each,
  );
}
