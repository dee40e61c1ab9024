import type { HookKeyword, HookPlace } from './hooks.js';

/** What a function of the project is given first. */
export type Given = 'values' | 'row' | 'statement' | 'body';

/** What a route does with a function of the project. */
interface Call {
  readonly first: Given;
  /** What it offers by name, beside the session and the user. */
  readonly also?: readonly HookKeyword[];
  /** What it needs back. */
  readonly returns?: 'the answer' | 'the new row';
}

/** The route of an operation that calls functions of the project. */
export interface Caller extends Readonly<Partial<Record<HookPlace, Call>>> {
  readonly method: string;
  /** What follows the path of its resource; `key`: that of a row. */
  readonly end: 'key' | '' | `/${string}` | `key/${string}`;
  /** Whether its requests have a body only where they can filter, sort or choose a page. */
  readonly isSearch?: boolean;
}

/** The operations that call functions of the project: a new one is a row here. */
const callers: Readonly<Record<string, Caller>> = {
  get: {
    method: 'GET',
    end: 'key',
    handler: { first: 'row', returns: 'the answer' },
  },
  list: {
    method: 'POST',
    end: '/search',
    isSearch: true,
    handler: { first: 'statement', also: ['body'], returns: 'the answer' },
  },
  create: {
    method: 'POST',
    end: '',
    before: { first: 'values' },
    after: { first: 'row' },
    handler: { first: 'body', also: ['values'], returns: 'the new row' },
  },
  update: {
    method: 'PATCH',
    end: 'key',
    before: { first: 'values', also: ['row'] },
    after: { first: 'row' },
    handler: { first: 'row', also: ['body', 'values'] },
  },
  delete: {
    method: 'DELETE',
    end: 'key',
    before: { first: 'row' },
    after: { first: 'row' },
    handler: { first: 'row' },
  },
};

/** The names of the operations that call functions of the project. */
export const callerNames: readonly string[] = Object.keys(callers);

/** The route of an operation, if it calls functions of the project. */
export function callerOf(operation: string): Caller | undefined {
  return callers[operation];
}

/** How the route of an operation calls a function of the project that a config may name there. */
export function callOfPlace(operation: string, place: HookPlace): Call {
  const call = callers[operation]?.[place];
  if (call === undefined) throw new Error(`${operation} calls nothing for ${place}`);
  return call;
}

/** What functions may take by name: first what tells of the request, in handlers. */
const keywords: Readonly<Record<HookPlace, readonly HookKeyword[]>> = {
  before: ['db', 'current_user', 'row'],
  after: ['db', 'current_user', 'row'],
  handler: ['body', 'values', 'db', 'current_user'],
};

/** What the functions of a place may take by name, if their route has it. */
export function keywordsIn(place: HookPlace): readonly HookKeyword[] {
  return keywords[place];
}

/** What a route has for a function of the project, by name. */
export function offeredTo(
  operation: string,
  place: HookPlace,
  { hasUser, hasBody }: { readonly hasUser: boolean; readonly hasBody: boolean },
): readonly HookKeyword[] {
  const { also = [] } = callOfPlace(operation, place);
  const has: Readonly<Record<HookKeyword, boolean>> = {
    db: true,
    current_user: hasUser,
    row: also.includes('row'),
    body: also.includes('body') && hasBody,
    values: also.includes('values'),
  };
  return keywords[place].filter((name) => has[name]);
}
