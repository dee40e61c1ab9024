import { defineOperation } from '@rowhouse/core';

import type { Project } from '../config/project.js';
import { moduleAt } from '../modules.js';
import type { AppRouter } from '../outputs/routers.js';
import { section } from '../outputs/section.js';
import { group, layout, literalDoc, prefixed } from '../python/layout.js';
import { symbol } from '../python/symbols.js';
import { tokenRouters } from './router.js';

/** `routes/__init__.py`: the one router that a host application includes. */
export const projectRouter = defineOperation<Project>({
  name: 'project_router',
  target: 'fastapi',
  scope: 'project',
  activation: 'always',
  stage: 'after-children',
  *build({ instance: { value: project }, outputs }) {
    const shared = project.auths.filter((auth) => auth.folder === 'auth');
    const apps = outputs.below<AppRouter>('app-router');
    const mounted = [
      ...shared
        .flatMap((auth) => tokenRouters(project, auth))
        .map((router) => ({ router, prefix: '' })),
      ...apps,
    ];
    yield section({
      ...moduleAt(project, 'routes/__init__'),
      about: 'The routes of the whole API.',
      part: 'object',
      defines: ['router'],
      template: 'routers/project.py.ejs',
      view: (use) => ({
        APIRouter: use(symbol('fastapi', 'APIRouter')),
        mounts: mounted.map(({ router, prefix }) => ({
          call: layout(
            group('router.include_router(', [
              use(router),
              ...(prefix === '' ? [] : [prefixed('prefix=', literalDoc(prefix))]),
            ]),
          ),
        })),
      }),
    });
  },
});
