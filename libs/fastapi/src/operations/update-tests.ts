import type { TestCase, TestRequest } from '../outputs/test-case.js';
import type { ResourcePlace } from './place.js';
import { serializerSymbol } from './schemas.js';
import { createRow, invalidTest, makeBody, missingTest, sending, testCase } from './test-cases.js';

/** The tests of `update`. `readable` says whether there is a `get`, so that the answer is the row. */
export function* updateTests(
  place: ResourcePlace,
  operation: string,
  readable: boolean,
): Iterable<TestCase> {
  const { row, model } = place;
  const send: TestRequest = { method: 'patch', to: row };
  const toMissing: TestRequest = { method: 'patch', to: 'MISSING', json: '{}' };
  const read: TestRequest = { method: 'get', to: row };
  yield testCase(place, operation, {
    docs: ['What is sent is stored.'],
    fixtures: ['client', 'rows'],
    constants: ['COLLECTION'],
    anonymous: toMissing,
    body: {
      template: readable ? 'tests/update.py.ejs' : 'tests/update-unread.py.ejs',
      view: (use) => ({
        create: createRow(place, use, readable ? 'Resource' : undefined),
        body: makeBody(place, use, 'UpdateRequest', use(model), 'complete=True'),
        response: sending(place, { ...send, json: 'body' }, 'response = await client'),
        stored: sending(place, read, 'stored = await client'),
      }),
    },
  });
  yield testCase(place, operation, {
    suffix: '_nothing',
    docs: ['An empty body changes nothing.'],
    fixtures: ['client', 'rows'],
    constants: ['COLLECTION'],
    body: {
      template: readable ? 'tests/update-nothing.py.ejs' : 'tests/update-nothing-unread.py.ejs',
      view: (use) => ({
        row,
        create: createRow(place, use, readable ? 'Resource' : undefined),
        response: sending(place, { ...send, json: '{}' }, 'response = await client'),
        to_resource: readable ? use(serializerSymbol(place, 'to_resource')) : '',
      }),
    },
  });
  yield missingTest(place, operation, toMissing);
  yield invalidTest(place, operation, send, { row: true });
}
