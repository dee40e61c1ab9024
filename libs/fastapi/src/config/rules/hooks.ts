import { text, type ConfigPath } from '@rowhouse/core';

import type { AuthConfig } from '../auth.js';
import { hooksOf, offeredTo, type HookKeyword, type HookOptions } from '../hooks.js';
import { defaultRoutePrefix, type EffectiveApp } from '../inherit.js';
import { keyColumns } from '../key.js';
import type { ResourceConfig } from '../resource.js';
import { isRecord, type Findings } from '../rule.js';

const methods: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
};

/** Hooks need nothing that their route does not have. */
export function checkHooks(app: EffectiveApp, { report, sound }: Findings): void {
  app.config.resources.forEach((resource, index) => {
    const path = [...app.path, 'resources', index];
    const keys = ['require_auth', 'route_prefix', 'model', 'pk'];
    if (!isRecord(resource) || !keys.every((key) => sound(...path, key))) return;
    const isOwn = resource.operations !== undefined;
    const entries = resource.operations ?? app.operations;
    if (!sound(...app.at.auth) || !Array.isArray(entries)) return;
    for (const [position, { operation, options }] of entries.entries()) {
      if (operation === undefined || !(operation in methods)) continue;
      const at = isOwn ? [...path, 'operations', position] : path;
      if (!sound(...at)) continue;
      for (const when of ['before', 'after'] as const) {
        const given = options as HookOptions & { readonly require_auth?: boolean };
        const user = hasUser(resource, operation, given.require_auth, app);
        const offered: readonly HookKeyword[] = offeredTo(operation, when, user);
        hooksOf(given[when]).forEach(({ fn, takes }, number) => {
          for (const [name, need] of Object.entries(takes)) {
            if (need !== 'required' || offered.includes(name as HookKeyword)) continue;
            const below = Array.isArray(given[when]) ? [when, number] : [when];
            report(isOwn ? [...at, ...below] : (path as ConfigPath), {
              code: 'hook-signature',
              found: fn,
              message:
                name === 'row'
                  ? text`it needs ${'row'} by name, which only ${'before'} of an update is given`
                  : text`it needs ${name}, and the route has none`,
              fix: text`Give it a default: ${`${name}=None`}.`,
            });
          }
        });
      }
    }
  });
}

/** Whether the route of an operation knows its user. */
function hasUser(
  resource: ResourceConfig,
  operation: string,
  required: boolean | undefined,
  { auth, prefix }: EffectiveApp,
): boolean {
  if (auth === undefined || !(required ?? resource.require_auth)) return false;
  const collection = prefix + (resource.route_prefix ?? defaultRoutePrefix(resource));
  const key = keyColumns(resource).map(({ variable }) => `/{${variable}}`);
  const path = operation === 'create' ? collection : collection + key.join('');
  return !opens(auth, `${methods[operation]!} ${path}`);
}

/** Whether `exclude_paths` lets everybody use a route. */
function opens({ exclude_paths: open }: AuthConfig, route: string): boolean {
  return open.some((each) => each === route || each === route.slice(route.indexOf('/')));
}
