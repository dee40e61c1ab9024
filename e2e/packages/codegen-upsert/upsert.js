import { fileURLToPath } from 'node:url';

import { defineOperation } from '@rowhouse/core';
import { placeOf, symbol } from '@rowhouse/fastapi';
import * as z from 'zod';

const template = fileURLToPath(new URL('upsert.py.ejs', import.meta.url));

/** Makes `POST /` update the row that has the same value of a unique field, where there is one. */
export const upsert = defineOperation({
  name: 'upsert',
  target: 'fastapi',
  scope: 'resource',
  requires: ['create', 'get'],
  options: z.strictObject({
    unique: z.string().describe('The field whose value tells which row is meant.'),
  }),

  build(context) {
    const { unique } = context.options;
    const { model } = placeOf(context);
    const route = context.outputs.own('route').find(({ operation }) => operation === 'create');
    const { body } = route;
    route.body = {
      template,
      view: (use, amended) => ({
        ...body.view(use, amended),
        model: use(model),
        upsert: use(symbol('sqlalchemy.dialects.postgresql', 'insert')),
        unique,
      }),
    };
    // Nothing else inserts with the statement that the route had.
    for (const { statements } of context.outputs.own('statements')) {
      const index = statements.findIndex(({ verb }) => verb === 'insert');
      if (index !== -1) statements.splice(index, 1);
    }
    return [];
  },
});
