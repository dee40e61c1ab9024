import { fileURLToPath } from 'node:url';

import { fastapi, route } from '@rowhouse/fastapi';

const operation = (name, scopes, statements) =>
  fastapi.operation({
    name,
    scope: 'resource',
    scopes,
    requires: ['get'],
    *build(context) {
      yield route(context, {
        method: 'get',
        path: `/${name}`,
        handler: `${name}_${context.resource.name}`,
        template: fileURLToPath(new URL(`${name}.py.ejs`, import.meta.url)),
        summary: `Makes an ${name}.`,
        parameters: [],
        returns: 'int',
        errors: [],
        rows: 'listed',
        statements,
      });
    },
  });

export const operations = [operation('export', [], ['_LIST']), operation('count', ['_LIST'], [])];
