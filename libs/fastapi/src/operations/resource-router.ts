import { defineOperation } from '@rowhouse/core';

import type { Resource } from '../config/project.js';
import type { Route } from '../outputs/route.js';
import type { ResourceRouter } from '../outputs/routers.js';
import { ownSymbol } from '../python/symbols.js';
import { placeOf } from './place.js';

/** The router that a resource's routes hang on. */
export const resourceRouter = defineOperation<Resource>({
  name: 'resource_router',
  target: 'fastapi',
  scope: 'resource',
  activation: 'always',
  stage: 'amend',
  when: ({ outputs }) => outputs.own<Route>('route').length > 0,
  *build(context): Iterable<ResourceRouter> {
    const place = placeOf(context);
    const { name, routePrefix, tags } = place.resource;
    yield {
      kind: 'resource-router',
      ...place.routes,
      part: 'router',
      defines: ['router'],
      router: ownSymbol(place.routes.module, 'router', `${name}_router`),
      prefix: routePrefix,
      tags,
      routeClass: place.runtime('routing', 'ApiRoute'),
    };
  },
});
