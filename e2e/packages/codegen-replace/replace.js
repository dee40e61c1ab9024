import { fileURLToPath } from 'node:url';

import { fastapi } from '@rowhouse/fastapi';
import * as z from 'zod';

const template = fileURLToPath(new URL('replace.py.ejs', import.meta.url));

/** Makes `POST /` update the row with the same value of a unique field, if there is one. */
const replace = fastapi.operation({
  name: 'replace',
  scope: 'resource',
  requires: ['create', 'get'],
  options: z.strictObject({
    unique: z.string().describe('The field that identifies the row.'),
  }),

  build({ options, outputs }) {
    const route = outputs.own('route').find(({ operation }) => operation === 'create');
    route.template = template;
    route.variables.unique = options.unique;
    return [];
  },
});

export const operations = [replace];
