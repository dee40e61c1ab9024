import { symbol } from '@rowhouse/python';

import { authModule } from '../modules.js';
import { operation } from '../operation.js';
import { hasUser } from '../resource/access.js';

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
      route.errors.push(401);
    }
    return [];
  },
});
