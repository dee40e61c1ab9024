import { dottedSymbol, symbol, type PythonSymbol } from '@rowhouse/python';

import { hasTokenRoute, isOwn } from '../auth-kind.js';
import type { App, Auth, OwnRouter, Project } from '../config/project.js';
import { authModule, moduleAt } from '../modules.js';
import { operation } from '../operation.js';
import type { AppRouter } from '../outputs/index.js';
import { startOf } from './auth-files.js';

/** `{module}/routes/__init__.py`: one router for the resources of an app that have routes. */
export const router = operation({
  name: 'router',
  scope: 'app',
  activation: 'always',
  stage: 'after-children',
  when: ({ app, outputs }) => app.routers.length > 0 || outputs.below('resource-router').length > 0,
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
      variables: {
        ownRouters: app.routers.map((each) => ({
          router: ownRouter(each),
          isClosed: isClosed(app, each),
        })),
        user: app.routers.some((each) => isClosed(app, each))
          ? userDependency(project, app.auth!)
          : undefined,
        routers: [...ownTokenRouter(project, app), ...routers],
        start: hasOwnAuth(app) ? startOf(project, app.auth) : undefined,
      },
    };
  },
});

/** A router of the project's own, by the name of its module: all may be called `router`. */
export function ownRouter({ router: path }: OwnRouter): PythonSymbol {
  return dottedSymbol(path, path.split('.').slice(-2).join('_'));
}

/** Whether the routes of a router of the project's own require a user. */
export function isClosed(app: App, { auth }: OwnRouter): boolean {
  return auth && app.auth !== undefined;
}

/** What a router depends on whose routes require a user. */
function userDependency(project: Project, auth: Auth): string {
  return isOwn(auth)
    ? `${dottedSymbol(auth.get_current_user_fn)}, scope="function"`
    : String(symbol(authModule(project, auth, 'dependencies'), 'require_auth'));
}

/** The token route of an app with an `auth` block of its own lies inside the app. */
function ownTokenRouter(project: Project, app: App): readonly PythonSymbol[] {
  return hasOwnAuth(app) ? tokenRouters(project, app.auth) : [];
}

function hasOwnAuth(app: App): app is App & { readonly auth: Auth } {
  return app.auth?.folder === `${app.module}/auth`;
}

/** The router of the token route, where there is one. */
export function tokenRouters(project: Project, auth: Auth): readonly PythonSymbol[] {
  if (!hasTokenRoute(auth)) return [];
  return [symbol(authModule(project, auth, 'router'), 'router', 'auth_router')];
}
