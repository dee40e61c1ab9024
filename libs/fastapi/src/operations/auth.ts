import { symbol } from '@rowhouse/python';

import { authModule } from '../modules.js';
import { operation } from '../operation.js';
import { isOpen } from '../resource/open-paths.js';

/**
 * Asks for a user on the routes of a resource: a `current_user` parameter, and the 401. It runs after everything that makes routes, other packages' operations included.
 */
export const auth = operation({
  name: 'auth',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  when: ({ app }) => app.auth !== undefined,
  build({ project, app, resource, outputs }) {
    const annotation = symbol(authModule(project, app.auth!, 'dependencies'), 'CurrentUser');
    for (const route of outputs.own('route')) {
      if (!(route.requireAuth ?? resource.requireAuth) || isOpen(app.auth!, route)) continue;
      route.parameters.push({ name: 'current_user', annotation: String(annotation) });
      route.errors.push(401);
    }
    return [];
  },
});
