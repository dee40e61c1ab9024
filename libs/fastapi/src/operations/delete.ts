import { defineOperation } from '@rowhouse/core';
import * as z from 'zod';

import type { Resource } from '../config/project.js';
import type { TestCase, TestRequest } from '../outputs/test-case.js';
import { verbatim } from '../python/expression.js';
import { entryShape } from './entry-options.js';
import { placeOf, type ResourcePlace } from './place.js';
import { dbParameter, ensureStatement, pkParameter, route, statementOf } from './routes.js';
import { createRow, missingTest, sending, testCase } from './test-cases.js';

const options = z.strictObject(entryShape);

/** `DELETE /{pk}`. */
export const deleteOperation = defineOperation<Resource, z.output<typeof options>>({
  name: 'delete',
  target: 'fastapi',
  scope: 'resource',
  options,
  *build(context) {
    const place = placeOf(context);
    const { noun, resource } = place;
    const statement = statementOf(place, 'delete');
    yield* ensureStatement(context, place, statement);
    yield route(place, {
      operation: context.entryName,
      method: 'delete',
      path: '/{pk}',
      handler: `delete_${resource.name}`,
      status: 204,
      docs: [`Deletes ${noun.indefinite}.`, 'Deletes a row.'],
      parameters: [pkParameter(place), dbParameter(place)],
      returns: verbatim('None'),
      errors: [404, 409],
      requireAuth: context.options.require_auth,
      body: {
        template: 'routes/delete.py.ejs',
        view: (use) => ({
          find: use(place.runtime('queries', 'get_object_from_query_or_404')),
          statement: statement.name,
        }),
      },
    });
    if (resource.generateTests) yield* deleteTests(place, context.entryName);
  },
});

function* deleteTests(place: ResourcePlace, operation: string): Iterable<TestCase> {
  const { noun, row } = place;
  const missing: TestRequest = { method: 'delete', to: 'MISSING' };
  const request: TestRequest = { method: 'delete', to: row };
  yield testCase(place, operation, {
    docs: [`A deleted ${noun.one} is gone.`, 'A deleted row is gone.'],
    fixtures: ['client', 'rows'],
    constants: ['COLLECTION'],
    anonymous: missing,
    body: {
      template: 'tests/delete.py.ejs',
      view: (use) => ({
        create: createRow(place, use),
        response: sending(place, request, 'response = await client'),
        again: sending(place, request, 'again = await client'),
      }),
    },
  });
  yield missingTest(place, operation, missing);
}
