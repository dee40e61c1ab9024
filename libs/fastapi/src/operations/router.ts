import { defineOperation } from '@rowhouse/core';

import type { App, Auth, Project } from '../config/project.js';
import { authModule, moduleAt } from '../modules.js';
import type { AppRouter, ResourceRouter } from '../outputs/routers.js';
import { ownSymbol, symbol, type PythonSymbol } from '../python/symbols.js';

/** `{module}/routes/__init__.py`: one router for the resources of an app that have routes. */
export const router = defineOperation<App>({
  name: 'router',
  target: 'fastapi',
  scope: 'app',
  activation: 'always',
  stage: 'after-children',
  when: ({ outputs }) => outputs.below<ResourceRouter>('resource-router').length > 0,
  *build({ instance: { value: app }, parents, outputs }): Iterable<AppRouter> {
    const { project } = parents as { project: Project };
    const made = moduleAt(project, `${app.module}/routes/__init__`);
    const routers = outputs.below<ResourceRouter>('resource-router').map((each) => each.router);
    const mounted = [...ownTokenRouter(project, app), ...routers];
    yield {
      kind: 'app-router',
      ...made,
      about: `The routes of the app \`${app.module}\`.`,
      part: 'object',
      defines: ['router'],
      router: ownSymbol(made.module, 'router', `${app.module}_router`),
      prefix: app.prefix,
      template: 'routers/app.py.ejs',
      view: (use) => ({
        APIRouter: use(symbol('fastapi', 'APIRouter')),
        routers: mounted.map(use),
      }),
    };
  },
});

/** The token route of an app with an `auth` block of its own lies inside the app. */
function ownTokenRouter(project: Project, { module, auth }: App): readonly PythonSymbol[] {
  return auth?.folder === `${module}/auth` ? tokenRouters(project, auth) : [];
}

/** The router of the token route: none where the project brings its own current-user function. */
export function tokenRouters(project: Project, auth: Auth): readonly PythonSymbol[] {
  if (auth.get_current_user_fn !== undefined) return [];
  return [ownSymbol(authModule(project, auth, 'router').module, 'router', 'auth_router')];
}
