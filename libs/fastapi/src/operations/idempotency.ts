import { dottedSymbol } from '@rowhouse/python';

import { operation } from '../operation.js';
import { hasParameter } from '../outputs/index.js';

/** Has routes answer a retry as they have answered the request, where the project keeps answers. */
export const idempotency = operation({
  name: 'idempotency',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['auth'],
  when: ({ project }) => project.idempotency !== undefined,
  build({ project, outputs, runtime }) {
    const { model, ttl, required, user } = project.idempotency!;
    const type = String(runtime('idempotency', 'Idempotency'));
    for (const route of outputs.own('route')) {
      if (!route.isOnce) continue;
      route.parameters.push({ name: 'idempotency', annotation: type });
      if (required) route.errors.push(400);
      route.variables['idempotency'] = {
        Model: dottedSymbol(model),
        ttl,
        required,
        user: hasParameter(route, 'current_user') ? `current_user.${user}` : undefined,
      };
    }
    return [];
  },
});
