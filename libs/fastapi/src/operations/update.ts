import { defineOperation } from '@rowhouse/core';
import * as z from 'zod';

import { fieldList } from '../config/field.js';
import type { Resource } from '../config/project.js';
import { verbatim } from '../python/expression.js';
import { keyCondition } from '../python/layout.js';
import { symbol } from '../python/symbols.js';
import { entryShape } from './entry-options.js';
import { placeOf } from './place.js';
import {
  bodyParameter,
  dbParameter,
  ensureStatement,
  pkParameter,
  route,
  statementOf,
} from './routes.js';
import { updateField } from './schema-fields.js';
import { requestSchema, serializerSymbol } from './schemas.js';
import { updateTests } from './update-tests.js';

const options = z.strictObject({
  fields: fieldList.describe('The fields that can be changed.'),
  ...entryShape,
});

/** `PATCH /{pk}`: changes what is sent. Answers with the resource where there is a `get`. */
export const update = defineOperation<Resource, z.output<typeof options>>({
  name: 'update',
  target: 'fastapi',
  scope: 'resource',
  options,
  *build(context) {
    const place = placeOf(context);
    const { noun, row, model, resource } = place;
    const { fields, require_auth: requireAuth } = context.options;
    yield requestSchema(
      place,
      'UpdateRequest',
      fields.map((field) => updateField(field, place)),
      [
        `What to change of ${noun.indefinite}; what is left out stays as it is.`,
        'What to change; what is left out stays as it is.',
      ],
    );
    const select = statementOf(place, 'select');
    yield* ensureStatement(context, place, select);
    const readable = place.has('get');
    yield route(place, {
      operation: context.entryName,
      method: 'patch',
      path: '/{pk}',
      handler: `update_${resource.name}`,
      ...(!readable && { status: 204 }),
      docs: [`Changes the fields of ${noun.indefinite} that are sent.`, 'Changes the fields sent.'],
      parameters: [
        pkParameter(place),
        bodyParameter(place.schema('UpdateRequest')),
        dbParameter(place),
      ],
      returns: readable ? place.schema('Resource') : verbatim('None'),
      errors: [404, 409],
      requireAuth,
      body: {
        template: readable ? 'routes/update.py.ejs' : 'routes/update-silently.py.ejs',
        view: (use) => ({
          row,
          select: select.name,
          model: use(model),
          condition: keyCondition(`${use(model)}.${resource.pk}`, 'pk', readable ? 8 : 12),
          update: use(symbol('sqlalchemy', 'update')),
          find: use(place.runtime('queries', 'get_object_from_query_or_404')),
          ...(readable
            ? { to_resource: use(serializerSymbol(place, 'to_resource')) }
            : { assert_rowcount: use(place.runtime('queries', 'assert_rowcount')) }),
        }),
      },
    });
    if (resource.generateTests) yield* updateTests(place, context.entryName, readable);
  },
});
