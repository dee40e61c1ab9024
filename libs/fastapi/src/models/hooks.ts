import { text, unquoted, type AnyOperation, type ConfigPath, type Problem } from '@rowhouse/core';
import type { Signature } from '@rowhouse/sqlalchemy';

import { callerOf, callOfPlace, keywordsIn, offeredTo, type Given } from '../config/callers.js';
import { hookPlaces, type Hook, type HookPlace } from '../config/hooks.js';
import { isRecord } from '../config/rule.js';
import { checkFunction } from './action.js';
import { isDotted, moduleIn } from './dotted.js';
import { withOptions, type NamedEntry } from './entry-operation.js';
import { known } from './known.js';
import type { Reader } from './prepare.js';
import { canBeFirst, excessOf, misfit, takenOf } from './signature.js';

/** The keys of an operation's entries that name functions of the project. */
function placesOf(operation: AnyOperation | undefined): readonly HookPlace[] {
  const caller = operation && callerOf(operation.name);
  return hookPlaces.filter((place) => caller?.[place] !== undefined);
}

/** Whether an entry names functions of the project that routes call before, after or for their work. */
export function namesHooks(entry: unknown): boolean {
  return isRecord(entry) && hookPlaces.some((place) => place in entry);
}

/** Completes the functions of an entry by what the source of each says that it takes. */
export function completeHooks(entry: NamedEntry, path: ConfigPath, run: Reader): NamedEntry {
  const { object, operation } = entry;
  const completed: Record<string, unknown> = {};
  for (const place of placesOf(operation)) {
    const said = object[place];
    const wanted = wantedOf(operation!.name, place);
    if (Array.isArray(said) && place !== 'handler') {
      completed[place] = said.map((each, index) =>
        readFunction(each, wanted, [...path, place, index], run),
      );
    } else if (typeof said === 'string') {
      completed[place] = readFunction(said, wanted, [...path, place], run);
    }
  }
  return withOptions(entry, completed);
}

/** What problems of a function are called, by what it is. */
const codes = {
  hook: { unread: { code: 'unread-hook' }, signature: { code: 'hook-signature' } },
  handler: { unread: { code: 'unread-handler' }, signature: { code: 'handler-signature' } },
} as const;

function kindOf(place: HookPlace): 'hook' | 'handler' {
  return place === 'handler' ? 'handler' : 'hook';
}

/** How a route calls a function. */
interface Wanted {
  readonly place: HookPlace;
  readonly first: Given;
  /** What it may take by name. */
  readonly names: readonly string[];
  /** What the route needs of it. */
  readonly result: string | undefined;
}

function wantedOf(operation: string, place: HookPlace): Wanted {
  const { first, returns: result } = callOfPlace(operation, place);
  // A hook may be of several operations: what one of them lacks is none of its mistakes.
  const names =
    place === 'handler'
      ? offeredTo(operation, place, { hasUser: true, hasBody: true })
      : keywordsIn(place);
  return { place, first, names, result };
}

/** A function with what it takes; as it is where that is not known, which is reported. */
function readFunction(fn: unknown, wanted: Wanted, path: ConfigPath, run: Reader): unknown {
  if (typeof fn !== 'string' || !isDotted(fn)) return fn;
  const report = (problem: Problem): unknown => {
    run.report(path, { found: fn, ...problem });
    return fn;
  };
  if (!checkFunction(fn, run, path)) return fn;
  const fact = run.source.signature(fn);
  const signature = known(fact);
  const kind = kindOf(wanted.place);
  if (signature === undefined) {
    const isThere = fact !== undefined && 'unknown' in fact;
    const why = isThere ? fact.unknown : `there is no module ${moduleIn(fn)}`;
    return report({
      ...codes[kind].unread,
      message: text`its parameters cannot be read: ${unquoted(why)}`,
      fix: unquoted(
        `Write them in the config: { fn: '${fn}', takes: { db: 'required' }, is_async: true }.`,
      ),
    });
  }
  const wrong = mistakeIn(signature, wanted) ?? lackOf(run.source.returnType(fn), wanted.result);
  if (wrong === undefined) return hookOf(fn, signature, wanted.place);
  return report({
    ...codes[kind].signature,
    message: misfit(fn, signature, wrong, run),
    fix: unquoted(expectedOf(wanted)),
  });
}

/** What a function would not call what it is given first, unless it expects something else there. */
const otherNames: Readonly<Record<'hook' | 'handler', readonly string[]>> = {
  hook: ['values', 'row'],
  handler: ['values', 'row', 'statement', 'body', 'db', 'current_user', 'pk', 'id'],
};

/** Why a function cannot be called as its place asks. */
function mistakeIn({ parameters }: Signature, { place, first, names }: Wanted): string | undefined {
  const [head, ...rest] = parameters;
  if (!canBeFirst(head)) return `takes no ${first}`;
  const kind = kindOf(place);
  if (head.name !== first && otherNames[kind].includes(head.name)) {
    return `takes ${head.name} first, but here it gets ${first}`;
  }
  return excessOf(names, rest, `a ${kind}`);
}

/** What a route needs of its handler, and that one does not return. */
function lackOf(type: string | undefined, result: string | undefined): string | undefined {
  return type === 'None' && result !== undefined ? `returns None, expected ${result}` : undefined;
}

function hookOf(fn: string, { parameters, isAsync }: Signature, place: HookPlace): Hook {
  return { fn, takes: takenOf(keywordsIn(place), parameters.slice(1)), is_async: isAsync };
}

function expectedOf({ place, first, names }: Wanted): string {
  const named = place === 'handler' ? names : ['db', 'current_user'];
  const row = first === 'values' ? ', row=None' : '';
  return `Write (${first}, *, ${named.join(', ')}${row}), without the names that it does not use.`;
}
