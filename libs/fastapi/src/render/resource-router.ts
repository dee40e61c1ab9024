import type { Renderer } from '@rowhouse/core';

import type { ResourceRouter } from '../outputs/routers.js';
import { value } from '../python/expression.js';
import { toDoc } from '../python/expression.js';
import { layout, prefixed } from '../python/layout.js';
import { symbol } from '../python/symbols.js';
import type { PythonFile } from './file.js';

export const resourceRouterRenderer: Renderer<ResourceRouter, PythonFile> = {
  template: 'resource-router.py.ejs',
  view: ({ prefix, tags, routeClass }, { use }) => ({
    APIRouter: use(symbol('fastapi', 'APIRouter')),
    routeClass: use(routeClass),
    prefix,
    tags: layout(prefixed('tags=', toDoc(value(tags), use)), 4, 0, 1),
  }),
};
