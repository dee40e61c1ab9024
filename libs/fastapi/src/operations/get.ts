import { defineOperation } from '@rowhouse/core';
import * as z from 'zod';

import { fieldList } from '../config/field.js';
import type { Resource } from '../config/project.js';
import type { TestCase, TestRequest } from '../outputs/test-case.js';
import { capitalized } from '../python/english.js';
import { entryShape } from './entry-options.js';
import { placeOf, type ResourcePlace } from './place.js';
import { dbParameter, ensureStatement, pkParameter, route, statementOf } from './routes.js';
import { responseField } from './schema-fields.js';
import { responseSchema, serializer, serializerSymbol } from './schemas.js';
import { createRow, missingTest, sending, testCase } from './test-cases.js';

const options = z.strictObject({
  fields: fieldList.describe('The fields of the response.'),
  ...entryShape,
});

/** `GET /{pk}`: one row. */
export const get = defineOperation<Resource, z.output<typeof options>>({
  name: 'get',
  target: 'fastapi',
  scope: 'resource',
  options,
  *build(context) {
    const place = placeOf(context);
    const { noun, row, resource } = place;
    const { fields, require_auth: requireAuth } = context.options;
    yield responseSchema(
      place,
      'Resource',
      fields.map((field) => responseField(field, place)),
      [`${capitalized(noun.indefinite)}.`, 'One row.'],
    );
    yield serializer(place, 'to_resource', 'Resource', [
      `Makes the response body of one ${noun.one}.`,
      'Makes the response body of one row.',
    ]);
    const select = statementOf(place, 'select');
    yield* ensureStatement(context, place, select);
    yield route(place, {
      operation: context.entryName,
      method: 'get',
      path: '/{pk}',
      handler: `get_${resource.name}`,
      docs: [`Returns ${noun.indefinite}.`, 'Returns one row.'],
      parameters: [pkParameter(place), dbParameter(place)],
      returns: place.schema('Resource'),
      errors: [404],
      requireAuth,
      body: {
        template: 'routes/get.py.ejs',
        view: (use) => ({
          row,
          select: select.name,
          find: use(place.runtime('queries', 'get_object_from_query_or_404')),
          to_resource: use(serializerSymbol(place, 'to_resource')),
        }),
      },
    });
    if (resource.generateTests) yield* getTests(place, context.entryName);
  },
});

function* getTests(place: ResourcePlace, operation: string): Iterable<TestCase> {
  const { noun, row } = place;
  const missing: TestRequest = { method: 'get', to: 'MISSING' };
  yield testCase(place, operation, {
    docs: [`${capitalized(noun.indefinite)} is returned as it is stored.`, 'A row is returned.'],
    fixtures: ['client', 'rows'],
    constants: ['COLLECTION'],
    anonymous: missing,
    body: {
      template: 'tests/get.py.ejs',
      view: (use) => ({
        row,
        create: createRow(place, use, 'Resource'),
        response: sending(place, { method: 'get', to: row }, 'response = await client'),
        to_resource: use(serializerSymbol(place, 'to_resource')),
      }),
    },
  });
  yield missingTest(place, operation, missing, { detail: true });
}
