import { symbol, type PythonSymbol } from '@rowhouse/python';

import type { App, Auth, Project } from '../config/project.js';
import { authModule, moduleAt } from '../modules.js';
import { operation } from '../operation.js';
import type { AppRouter } from '../outputs/index.js';

/** `{module}/routes/__init__.py`: one router for the resources of an app that have routes. */
export const router = operation({
  name: 'router',
  scope: 'app',
  activation: 'always',
  stage: 'after-children',
  when: ({ outputs }) => outputs.below('resource-router').length > 0,
  *build({ project, app, outputs }): Iterable<AppRouter> {
    const about = `The routes of the app \`${app.module}\`.`;
    const module = moduleAt(project, `${app.module}/routes/__init__`, about);
    const routers = outputs.below('resource-router').map((each) => each.router);
    yield {
      kind: 'app-router',
      ...module,
      template: 'routers/app.py.ejs',
      router: symbol(module.module, 'router', `${app.module}_router`),
      prefix: app.prefix,
      variables: { routers: [...ownTokenRouter(project, app), ...routers] },
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
  return [symbol(authModule(project, auth, 'router'), 'router', 'auth_router')];
}
