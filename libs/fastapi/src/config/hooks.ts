import { text } from '@rowhouse/core';
import * as z from 'zod';

import { dottedPath } from './identifiers.js';
import { reportDuplicates, rule } from './rule.js';

/** What a function of the project is for: the line before the write, that after it, or the whole of it. */
export type HookPlace = 'before' | 'after' | 'handler';
export const hookPlaces: readonly HookPlace[] = ['before', 'after', 'handler'];

/** What a hook or a handler may take by name. */
export type HookKeyword = 'db' | 'current_user' | 'row' | 'body' | 'values';

const need = z.enum(['required', 'optional']).optional();
const db = need.describe("The request's session.");
const currentUser = need.describe('The current user, where the route has one.');
const takesText =
  "What the function takes by name: `{db: 'required', current_user: 'optional'}`. Default: nothing.";
const isAsync = z.boolean().default(false).describe('Whether it is a coroutine function.');

/** A hook whose function cannot be read: what a signature would say. */
const hookObject = z.strictObject({
  fn: dottedPath('shop.hooks.check_price').describe('The function.'),
  takes: z
    .strictObject({
      db,
      current_user: currentUser,
      row: need.describe('Of `before` in an update: the row as it is stored.'),
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
      body: need.describe('What is sent, in an update or a search.'),
      values: need.describe(
        'Of what is sent in a create or an update: the values by attributes, as `before` leaves them.',
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
  .describe('A function of yours in place of what the route would do by itself.');

/** The option key of the operations that find rows, or write one. */
export const handlerShape = { handler };

/** The option keys of the operations that write a row. */
export const hookShape = {
  before: hooks.describe(
    'A function of yours, or several in their order, before the row is written: it may change values, and refuse.',
  ),
  after: hooks.describe(
    'A function of yours, or several, with the written row, before the commit: it may refuse.',
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
