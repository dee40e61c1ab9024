import type { TestCase, TestRequest } from '../outputs/test-case.js';
import { pascalCase } from '../python/names.js';
import type { ResourcePlace } from './place.js';
import { createRow, invalidTest, makeBody, missingTest, sending, testCase } from './test-cases.js';

/** What the tests of an action depend on. */
interface ActionParts {
  readonly slug: string;
  readonly onInstance: boolean;
  readonly hasBody: boolean;
}

/** The tests of an action: that it answers; what, is up to its function. */
export function* actionTests(
  place: ResourcePlace,
  operation: string,
  { slug, onInstance, hasBody }: ActionParts,
): Iterable<TestCase> {
  const suffix = `${pascalCase(slug)}Request`;
  const to = onInstance ? 'MISSING' : 'COLLECTION';
  const nowhere: TestRequest = { method: 'post', to, path: `/${slug}` };
  const request: TestRequest = {
    ...nowhere,
    to: onInstance ? place.row : to,
    ...(hasBody && { json: 'body' }),
  };
  yield testCase(place, operation, {
    docs: ['The action answers; what, is up to its function.'],
    fixtures: onInstance || hasBody ? ['client', 'rows'] : ['client'],
    constants: ['COLLECTION'],
    anonymous: { ...nowhere, ...(hasBody && { json: '{}' }) },
    body: {
      template: 'tests/action.py.ejs',
      view: (use) => ({
        before: [
          ...(onInstance ? [createRow(place, use, place.has('get') ? 'Resource' : undefined)] : []),
          ...(hasBody ? [makeBody(place, use, suffix)] : []),
        ],
        response: sending(place, request, 'response = await client'),
      }),
    },
  });
  if (onInstance) {
    const missing = { ...nowhere, ...(hasBody && { json: 'body' }) };
    yield missingTest(place, operation, missing, hasBody ? { bodyOf: suffix } : {});
  }
  if (hasBody) yield invalidTest(place, operation, nowhere);
}
