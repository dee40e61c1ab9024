import { fileURLToPath } from 'node:url';

import { fastapi, keyParameters, keyPath, route } from '@rowhouse/fastapi';

const operation = (name, rows, scopes, statements = []) =>
  fastapi.operation({
    name,
    scope: 'resource',
    scopes,
    requires: ['get'],
    *build(context) {
      const isOnRow = rows === 'changed';
      yield route(context, {
        method: 'post',
        path: isOnRow ? `${keyPath(context)}/${name}` : `/${name}`,
        handler: `${name}_${context.resource.name}`,
        template: fileURLToPath(new URL(`${name}.py.ejs`, import.meta.url)),
        summary: `Does a ${name}.`,
        parameters: isOnRow ? keyParameters(context) : [],
        returns: 'int',
        errors: [],
        rows,
        statements,
      });
    },
  });

export const operations = [
  operation('copy', 'made', ['INSERT']),
  operation('purge', 'none', []),
  operation('rename', 'changed', ['_UPDATE'], ['_UPDATE']),
  operation('ship', 'changed', ['_UPDATE'], ['_UPDATE']),
];
