import { dottedSymbol } from '@rowhouse/python';

import { offeredTo } from '../config/callers.js';
import {
  hooksOf,
  type Hook,
  type HookKeyword,
  type HookOptions,
  type HookPlace,
} from '../config/hooks.js';
import { moduleIn } from '../models/dotted.js';
import { hasParameter, type Route, type RouteHooks } from '../outputs/index.js';

/** The functions of the project that the options of an operation name. */
export function hooksOfRoute({ before, after, handler }: HookOptions): RouteHooks {
  return { before: hooksOf(before), after: hooksOf(after), handler: hooksOf(handler)[0] };
}

/** The modules with the handlers of routes. */
export function handlerModules(routes: readonly Route[]): readonly string[] {
  const modules = routes.flatMap(({ hooks: { handler } }) =>
    handler === undefined ? [] : [moduleIn(handler.fn)],
  );
  return [...new Set(modules)];
}

/** What a route has for a function, by name. */
export function offeredBy(route: Route, place: HookPlace): readonly HookKeyword[] {
  return offeredTo(route.operation, place, {
    hasUser: hasParameter(route, 'current_user'),
    hasBody: hasParameter(route, 'body'),
  });
}

/** What a function takes by name, of what its route has. */
export function keywordsOf({ takes }: Hook, place: HookPlace, route: Route): readonly string[] {
  return offeredBy(route, place).filter((name) => takes[name] !== undefined);
}

/**
 * The expression that calls a function of the project.
 *
 * @param given what it is given first: the values, the row, the statement or the body.
 * @param row the variable of the row.
 */
export function callOf(
  hook: Hook,
  place: HookPlace,
  route: Route,
  given: unknown,
  row: unknown,
): string {
  const named = keywordsOf(hook, place, route).map(
    (name) => `${name}=${name === 'row' ? String(row) : name}`,
  );
  const call = `${dottedSymbol(hook.fn)}(${[String(given), ...named].join(', ')})`;
  return hook.is_async ? `await ${call}` : call;
}
