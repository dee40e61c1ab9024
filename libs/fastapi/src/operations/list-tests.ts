import type { ListOptions } from '../config/list-options.js';
import type { TestCase, TestRequest } from '../outputs/test-case.js';
import type { ResourcePlace } from './place.js';
import { serializerSymbol } from './schemas.js';
import { createRow, invalidTest, sending, testCase } from './test-cases.js';

/** The tests of `list`. */
export function* listTests(
  place: ResourcePlace,
  operation: string,
  { searchable, pagination }: { searchable: boolean } & Pick<ListOptions, 'pagination'>,
): Iterable<TestCase> {
  const search: TestRequest = {
    method: 'post',
    to: 'COLLECTION',
    path: '/search',
    ...(searchable && { json: '{}' }),
  };
  yield testCase(place, operation, {
    docs: [`The ${place.noun.many} are listed.`, 'The rows are listed.'],
    fixtures: ['client', 'rows'],
    constants: ['COLLECTION'],
    anonymous: search,
    body: {
      template: 'tests/list.py.ejs',
      view: (use) => ({
        row: place.row,
        create: createRow(place, use, 'ListItem'),
        response: sending(place, search, 'response = await client'),
        items: pagination ? '["items"]' : '',
        to_list_item: use(serializerSymbol(place, 'to_list_item')),
      }),
    },
  });
  if (searchable) yield invalidTest(place, operation, search, { subject: 'A search' });
}
