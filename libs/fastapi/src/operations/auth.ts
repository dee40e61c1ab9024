import { symbol } from '@rowhouse/python';

import { authModule, userSessionNames } from '../modules.js';
import { operation } from '../operation.js';
import type { ResourceContext } from '../context.js';
import type { Parameter } from '../outputs/index.js';
import { hasUser } from '../resource/access.js';
import { tellsDatabase } from './policies.js';

/**
 * Asks for a user on the routes of a resource: a `current_user` parameter, and the 401. Others say that they need none. It runs after everything that makes routes, other packages' operations included.
 */
export const auth = operation({
  name: 'auth',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  when: ({ app }) => app.auth !== undefined,
  build(context) {
    const { project, app, outputs } = context;
    const annotation = symbol(authModule(project, app.auth!, 'dependencies'), 'CurrentUser');
    for (const route of outputs.own('route')) {
      route.isOpen = !hasUser(context, route);
      if (route.isOpen) continue;
      route.parameters.push({ name: 'current_user', annotation: String(annotation) });
      if (tellsDatabase(project, app.auth!)) tellUser(route.parameters, context);
      route.errors.push(401);
    }
    return [];
  },
});

/** Gives a route the session that tells the database who asks. */
function tellUser(parameters: Parameter[], { project, app, resource }: ResourceContext): void {
  const { alias } = userSessionNames(resource.database);
  const session = symbol(authModule(project, app.auth!, 'sessions'), alias);
  const index = parameters.findIndex(({ name }) => name === 'db');
  parameters[index] = { name: 'db', annotation: String(session) };
}
