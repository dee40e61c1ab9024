import { dottedSymbol } from '@rowhouse/python';

import type { ResourceContext } from '../context.js';
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
  build(context) {
    const { project, outputs, runtime } = context;
    const { model, ttl, required } = project.idempotency!;
    const apart = usersApart(context).map((name) => `current_user.${name}`);
    const user = apart.length > 1 ? `(${apart.join(', ')})` : apart[0];
    const type = String(runtime('idempotency', 'Idempotency'));
    for (const route of outputs.own('route')) {
      if (!route.isOnce) continue;
      route.parameters.push({ name: 'idempotency', annotation: type });
      if (required) route.errors.push(400);
      route.variables['idempotency'] = {
        Model: dottedSymbol(model),
        ttl,
        required,
        user: hasParameter(route, 'current_user') ? user : undefined,
      };
    }
    return [];
  },
});

/** The attributes that tell users apart: the same user of another tenant is another one. */
export function usersApart({ project, resource }: ResourceContext): readonly string[] {
  const tenant = resource.access?.tenant ?? [];
  return [...new Set([project.idempotency!.user, ...tenant.map(({ attribute }) => attribute)])];
}
