import * as z from 'zod';

import { dottedPath } from './identifiers.js';

/** What a hook may take by name. */
export const hookKeywords = ['db', 'current_user', 'row'] as const;
export type HookKeyword = (typeof hookKeywords)[number];

const need = z.enum(['required', 'optional']).optional();

/** A hook whose function cannot be read: what a signature would say. */
const hookObject = z.strictObject({
  fn: dottedPath('shop.hooks.check_price').describe('The function.'),
  takes: z
    .strictObject({
      db: need.describe("The request's session."),
      current_user: need.describe('The current user, where the route has one.'),
      row: need.describe('Of `before` in an update: the row as it is stored.'),
    })
    .default({})
    .describe(
      "What the function takes by name: `{db: 'required', row: 'optional'}`. Default: nothing.",
    ),
  is_async: z.boolean().default(false).describe('Whether it is a coroutine function.'),
});

const hook = z.union([dottedPath('shop.hooks.check_price'), hookObject]);
const hooks = z.union([hook, z.array(hook).min(1)]).optional();

/** The option keys of the operations that write a row. */
export const hookShape = {
  before: hooks.describe(
    'A function of yours, or several in their order, before the row is written: it may change values, and refuse.',
  ),
  after: hooks.describe(
    'A function of yours, or several, with the written row, before the commit: it may refuse.',
  ),
};

/** The forms of a hook, for the reference. */
export const hookForms = { object: hookObject };

type HookOption = z.output<typeof hooks>;

/** The options of an operation with hooks. */
export interface HookOptions {
  readonly before?: HookOption;
  readonly after?: HookOption;
}

/** A function of the project that the handler of a route calls. */
export type Hook = z.output<typeof hookObject>;

/** The hooks of an option, once those that are read from their source are complete. */
export function hooksOf(option: HookOption): readonly Hook[] {
  const list = option === undefined ? [] : Array.isArray(option) ? option : [option];
  return list.map((each) =>
    typeof each === 'string' ? { fn: each, takes: {}, is_async: false } : each,
  );
}

/** What a hook of an operation is given by name. */
export function offeredTo(
  operation: string,
  when: 'before' | 'after',
  hasUser: boolean,
): readonly HookKeyword[] {
  return [
    'db',
    ...(hasUser ? (['current_user'] as const) : []),
    ...(operation === 'update' && when === 'before' ? (['row'] as const) : []),
  ];
}

/** What a hook of an operation is given first. */
export function givenTo(operation: string, when: 'before' | 'after'): 'values' | 'row' {
  return when === 'before' && operation !== 'delete' ? 'values' : 'row';
}
