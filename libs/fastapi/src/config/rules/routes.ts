import { text, unquoted } from '@rowhouse/core';

import type { EffectiveApp } from '../effective.js';
import { defaultRoutePrefix } from '../inherit.js';
import { reportDuplicates, type Findings } from '../rule.js';

/** No two resources of the project are served at one path. */
export function checkRoutes(apps: readonly EffectiveApp[], findings: Findings): void {
  const served = apps.flatMap((app) => {
    if (app.path.length > 0 && !findings.sound(...app.path.slice(0, -1), 'prefix')) return [];
    const models = new Set<string>();
    return app.resources.flatMap(({ config: resource, path }) => {
      const key = resource.route_prefix === undefined ? 'model' : 'route_prefix';
      if (!findings.sound(...path, 'model') || !findings.sound(...path, key)) return [];
      // Two resources of one model are reported already.
      if (models.has(resource.model)) return [];
      models.add(resource.model);
      const prefix = resource.route_prefix ?? defaultRoutePrefix(resource);
      return [{ value: app.prefix + prefix, path: [...path, key], owner: path }];
    });
  });
  reportDuplicates(served, findings, (prefix) => ({
    code: 'duplicate-route',
    message: text`a second resource at ${unquoted(prefix)}`,
    fix: "Set 'route_prefix' on one of them.",
  }));
}
