import { dottedSymbol } from '@rowhouse/python';

import { hookKeywords, hooksOf, offeredTo, type Hook, type HookOptions } from '../config/hooks.js';
import { hasParameter, type Route, type RouteHooks } from '../outputs/index.js';

/** The hooks that the options of an operation name. */
export function hooksOfRoute({ before, after }: HookOptions): RouteHooks {
  return { before: hooksOf(before), after: hooksOf(after) };
}

/** What a hook takes by name, of what its route has. */
export function keywordsOf(
  { takes }: Hook,
  when: 'before' | 'after',
  route: Route,
): readonly string[] {
  const offered = offeredTo(route.operation, when, hasParameter(route, 'current_user'));
  return hookKeywords.filter((name) => takes[name] !== undefined && offered.includes(name));
}

/**
 * The statement that calls a hook.
 *
 * @param given what it is given first: the values, or the row.
 * @param row the variable of the row.
 */
export function callOf(
  hook: Hook,
  when: 'before' | 'after',
  route: Route,
  given: unknown,
  row: unknown,
): string {
  const named = keywordsOf(hook, when, route).map(
    (name) => `${name}=${name === 'row' ? String(row) : name}`,
  );
  const call = `${dottedSymbol(hook.fn)}(${[String(given), ...named].join(', ')})`;
  return hook.is_async ? `await ${call}` : call;
}
