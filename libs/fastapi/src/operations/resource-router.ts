import { symbol } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import { operation } from '../operation.js';
import { embeddedNames, keysOf } from '../relations/tree.js';
import type { ResourceRouter } from '../outputs/index.js';

/** The router that a resource's routes hang on. */
export const resourceRouter = operation({
  name: 'resource_router',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  when: ({ outputs }) => outputs.own('route').length > 0,
  *build({ routes, resource, noun, outputs, Model, schema, has }): Iterable<ResourceRouter> {
    const own = outputs.own('route');
    const used = new Set(own.flatMap((route) => route.statements));
    // The locking statements are made of the plain one.
    if (used.has('_UPDATE') || used.has('_DELETE')) used.add('_SELECT');
    const list = resource.operations.find((entry) => entry.operation === 'list');
    const { fields: listed = [] } = (list?.options ?? {}) as { readonly fields?: readonly Field[] };
    const description = resource.description ?? `Routes of ${noun.many}.`;
    yield {
      kind: 'resource-router',
      ...routes,
      template: 'routers/resource.py.ejs',
      first: true,
      router: symbol(routes.module, 'router', `${resource.name}_router`),
      tags: resource.tags.map((name) => ({ name, description })),
      variables: {
        prefix: resource.routePrefix,
        tags: resource.tags,
        statements: used,
        selectsShownOnly: own.every(
          ({ statements, readsShownOnly }) => !statements.includes('_LIST') || readsShownOnly,
        ),
        Model,
        schema,
        key: resource.key,
        readable: has('get'),
        embedded: embeddedNames(listed),
        listKeys: keysOf(listed),
        version: resource.version,
      },
    };
  },
});
