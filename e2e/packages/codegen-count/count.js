import { fileURLToPath } from 'node:url';

import { entryShape, fastapi, route } from '@rowhouse/fastapi';
import * as z from 'zod';

const template = fileURLToPath(new URL('count.py.ejs', import.meta.url));

/** `GET /count`: how many rows there are, of those that the user may see. */
const count = fastapi.operation({
  name: 'count',
  scope: 'resource',
  scopes: ['_LIST'],
  options: z.strictObject({
    ...entryShape,
    max: z.int().min(1).optional().describe('The largest number to return.'),
  }),

  build(context) {
    const { noun, options } = context;
    return [
      route(context, {
        method: 'get',
        path: '/count',
        handler: `count_${noun.many.replaceAll(' ', '_')}`,
        template,
        title: `Count ${noun.many}`,
        summary: `Returns the number of ${noun.many}.`,
        parameters: [],
        returns: 'int',
        errors: [],
        requireAuth: options.require_auth,
        rows: 'listed',
        variables: { max: options.max },
      }),
    ];
  },
});

export const operations = [count];
