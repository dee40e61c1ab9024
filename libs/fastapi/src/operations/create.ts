import { defineOperation } from '@rowhouse/core';
import * as z from 'zod';

import { fieldList } from '../config/field.js';
import type { Resource } from '../config/project.js';
import type { TestCase, TestRequest } from '../outputs/test-case.js';
import { symbol } from '../python/symbols.js';
import { annotationOf } from './annotations.js';
import { entryShape } from './entry-options.js';
import { placeOf, type ResourcePlace } from './place.js';
import { bodyParameter, dbParameter, ensureStatement, route, statementOf } from './routes.js';
import { requestField } from './schema-fields.js';
import { requestSchema, responseSchema, serializerSymbol } from './schemas.js';
import { invalidTest, makeBody, sending, testCase } from './test-cases.js';

const options = z.strictObject({
  fields: fieldList.describe('The fields of the request.'),
  ...entryShape,
});

/** `POST /`: a new row. Answers with the resource where there is a `get`, else with the key. */
export const create = defineOperation<Resource, z.output<typeof options>>({
  name: 'create',
  target: 'fastapi',
  scope: 'resource',
  options,
  *build(context) {
    const place = placeOf(context);
    const { noun, row, resource } = place;
    const { fields, require_auth: requireAuth } = context.options;
    yield requestSchema(
      place,
      'CreateRequest',
      fields.map((field) => requestField(field, place)),
      [`What a new ${noun.one} is made of.`, 'What a new row is made of.'],
    );
    const readable = place.has('get');
    if (!readable) yield createdSchema(place);
    const insert = statementOf(place, 'insert');
    yield* ensureStatement(context, place, insert);
    const response = place.schema(readable ? 'Resource' : 'Created');
    yield route(place, {
      operation: context.entryName,
      method: 'post',
      path: '/',
      hiddenPath: '',
      handler: `create_${resource.name}`,
      status: 201,
      docs: [`Creates ${noun.indefinite}.`, 'Creates a row.'],
      parameters: [
        bodyParameter(place.schema('CreateRequest')),
        { name: 'request', annotation: symbol('fastapi', 'Request') },
        { name: 'response', annotation: symbol('fastapi', 'Response') },
        dbParameter(place),
      ],
      returns: response,
      errors: [409],
      requireAuth,
      body: {
        template: 'routes/create.py.ejs',
        view: (use) => ({
          row,
          insert: insert.name,
          pk: resource.pk,
          location: use(place.runtime('responses', 'location')),
          serialize: readable
            ? use(serializerSymbol(place, 'to_resource'))
            : `${use(response)}.model_validate`,
        }),
      },
    });
    if (resource.generateTests) yield* createTests(place, context.entryName, readable);
  },
});

function* createTests(
  place: ResourcePlace,
  operation: string,
  readable: boolean,
): Iterable<TestCase> {
  const { noun, model } = place;
  const create: TestRequest = { method: 'post', to: 'COLLECTION', path: '/', json: 'body' };
  yield testCase(place, operation, {
    docs: [
      readable
        ? `A new ${noun.one} is found where the answer says.`
        : `A new ${noun.one} is stored.`,
      'A new row is stored.',
    ],
    fixtures: ['client', 'rows'],
    constants: ['COLLECTION'],
    anonymous: { ...create, json: '{}' },
    body: {
      template: readable ? 'tests/create.py.ejs' : 'tests/create-unread.py.ejs',
      view: (use) => ({
        body: makeBody(place, use, 'CreateRequest', use(model)),
        response: sending(place, create, 'response = await client'),
      }),
    },
  });
  yield invalidTest(place, operation, create);
}

function createdSchema(place: ResourcePlace) {
  const { pk, pkType } = place.resource;
  const key = annotationOf({ name: pk, type: pkType, nullable: false }, 'response', place.project);
  return responseSchema(
    place,
    'Created',
    [{ name: pk, annotation: key, arguments: {}, default: undefined }],
    [`The key of a new ${place.noun.one}.`, 'The key of a new row.'],
  );
}
