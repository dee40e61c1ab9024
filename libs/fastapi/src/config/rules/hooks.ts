import { text, type Problem } from '@rowhouse/core';

import { actionKeywords, type ActionOptions, type ActionTakes } from '../action-options.js';
import type { AuthConfig } from '../auth.js';
import { callerOf, offeredTo, type Caller } from '../callers.js';
import { hookPlaces, hooksOf, type HookKeyword, type HookOptions } from '../hooks.js';
import type { EffectiveApp } from '../effective.js';
import { defaultRoutePrefix } from '../inherit.js';
import { keyColumns } from '../key.js';
import type { ResourceConfig } from '../resource.js';
import type { Findings } from '../rule.js';

/** Hooks and handlers need nothing that their route does not have. */
export function checkHooks(app: EffectiveApp, { report, sound }: Findings): void {
  if (!sound(...app.at.auth)) return;
  for (const { config: resource, path, entries } of app.resources) {
    const keys = ['require_auth', 'route_prefix', 'model', 'pk', 'access'];
    if (!keys.every((key) => sound(...path, key))) continue;
    for (const { name, operation, options, path: written, at } of entries) {
      if (!sound(...written)) continue;
      if (operation === 'action') {
        const action = options as unknown as ActionOptions;
        for (const keyword of lackedByAction(name, action, resource, app)) {
          const code = 'action-signature';
          report(at('fn'), { code, found: action.fn, ...lackOf(keyword) });
        }
      }
      const caller = operation === undefined ? undefined : callerOf(operation);
      if (operation === undefined || caller === undefined) continue;
      const given = options as WithHooks;
      for (const { fn, takes } of given.before === undefined ? [] : hooksOf(given.handler)) {
        if (caller.before?.first !== 'values' || takes.values !== undefined) continue;
        report(at('handler'), {
          code: 'handler-signature',
          found: fn,
          message: text`it does not take ${'values'}, which a ${'before'} hook may change`,
          fix: text`Add a parameter named ${'values'}, and use it instead of ${'body'}.`,
        });
      }
      const searches = Boolean(
        given.filters ?? given.ordering ?? given.pagination ?? given.include_deleted,
      );
      const has = {
        hasUser: hasUser(resource, caller, given.require_auth, app),
        hasBody: !caller.isSearch || searches,
      };
      for (const when of hookPlaces.filter((place) => caller[place] !== undefined)) {
        const offered: readonly HookKeyword[] = offeredTo(operation, when, has);
        hooksOf(given[when]).forEach(({ fn, takes }, number) => {
          for (const [name, need] of Object.entries(takes)) {
            if (need !== 'required' || offered.includes(name as HookKeyword)) continue;
            const below = Array.isArray(given[when]) ? [when, number] : [when];
            report(at(...below), {
              code: when === 'handler' ? 'handler-signature' : 'hook-signature',
              found: fn,
              ...lackOf(name),
            });
          }
        });
      }
    }
  }
}

/** What the function of an action needs by name, and its route does not have. */
function lackedByAction(
  name: string,
  { on, params, takes = {}, require_auth: required }: ActionOptions,
  resource: ResourceConfig,
  app: EffectiveApp,
): readonly (keyof ActionTakes)[] {
  const end = on === 'collection' ? (`/${name}` as const) : (`key/${name}` as const);
  const has: Readonly<Record<keyof ActionTakes, boolean>> = {
    db: true,
    body: params.length > 0,
    current_user: hasUser(resource, { method: 'POST', end }, required, app),
  };
  return actionKeywords.filter((keyword) => takes[keyword] === 'required' && !has[keyword]);
}

/** A function needs something that its route does not have. */
function lackOf(name: string): Pick<Problem, 'message' | 'fix'> {
  return {
    message:
      name === 'row'
        ? text`it requires ${'row'}, which is only passed to ${'before'} of an update`
        : text`it requires ${name}, which the route does not have`,
    fix: text`Give it a default: ${`${name}=None`}.`,
  };
}

/** The options that decide what a function of the project is given. */
interface WithHooks extends HookOptions {
  readonly require_auth?: boolean;
  readonly filters?: unknown;
  readonly ordering?: unknown;
  readonly pagination?: unknown;
  readonly include_deleted?: unknown;
}

/** Whether the route of an operation knows its user. */
export function hasUser(
  resource: ResourceConfig,
  { method, end }: Pick<Caller, 'method' | 'end'>,
  required: boolean | undefined,
  { auth, prefix }: EffectiveApp,
): boolean {
  if (auth === undefined || !(required ?? resource.require_auth)) return false;
  const collection = prefix + (resource.route_prefix ?? defaultRoutePrefix(resource));
  const key = keyColumns(resource).map(({ variable }) => `/{${variable}}`);
  const path = collection + end.replace(/^key/, key.join(''));
  return !opens(auth, `${method} ${path}`);
}

/** Whether `exclude_paths` lets everybody use a route. */
function opens({ exclude_paths: open }: AuthConfig, route: string): boolean {
  return open.some((each) => each === route || each === route.slice(route.indexOf('/')));
}
