import type {
  Fixture,
  TestBody,
  TestCase,
  TestConstant,
  TestRequest,
} from '../outputs/test-case.js';
import type { Use } from '../outputs/section.js';
import { group, layout } from '../python/layout.js';
import { literal } from '../python/literal.js';
import type { ResourcePlace } from './place.js';

/** What differs from test to test. `suffix` ends the function's name: `_missing`. */
export interface TestParts {
  readonly suffix?: string;
  readonly docs: TestCase['docs'];
  readonly fixtures: readonly Fixture[];
  readonly constants: readonly TestConstant[];
  readonly anonymous?: TestRequest;
  /** The test that it stands behind, where that is not the one made before it. */
  readonly follows?: TestCase;
  readonly body: TestBody;
}

/** A test of a resource's test module. */
export function testCase(place: ResourcePlace, operation: string, parts: TestParts): TestCase {
  const name = `test_${operation}${parts.suffix ?? ''}`;
  const { file, module, about, fileRemark } = place.tests;
  return {
    kind: 'test',
    file,
    module,
    about,
    fileRemark,
    part: 'definition',
    defines: [name],
    follows: parts.follows,
    operation,
    name,
    docs: parts.docs,
    fixtures: parts.fixtures,
    rows: place.runtime('testing', 'Rows'),
    constants: parts.constants,
    requiresAuth: false,
    anonymous: parts.anonymous,
    body: parts.body,
  };
}

/** `client.get(…)`, laid out behind `before` in the body of a test. */
export function sending(place: ResourcePlace, request: TestRequest, before: string): string {
  const arguments_ = [urlOf(place, request), ...(request.json ? [`json=${request.json}`] : [])];
  return layout(group(`${before}.${request.method}(`, arguments_), 4);
}

function urlOf({ resource }: ResourcePlace, { to, path = '' }: TestRequest): string {
  if (to === 'MISSING') return path === '' ? 'MISSING' : `f"{MISSING}${path}"`;
  if (to === 'COLLECTION') return path === '' ? 'COLLECTION' : `f"{COLLECTION}${path}"`;
  return `f"{COLLECTION}/{${to}.${resource.pk}}${path}"`;
}

/** Where there is no such row, the answer is 404. */
export function missingTest(
  place: ResourcePlace,
  operation: string,
  request: TestRequest,
  options: { readonly bodyOf?: string; readonly detail?: boolean } = {},
): TestCase {
  const { noun } = place;
  return testCase(place, operation, {
    suffix: '_missing',
    docs: [
      `Where there is no ${noun.one}, the answer is 404.`,
      'Where there is no such row, the answer is 404.',
    ],
    fixtures: options.bodyOf === undefined ? ['client'] : ['client', 'rows'],
    constants: ['MISSING'],
    body: {
      template: 'tests/missing.py.ejs',
      view: (use) => ({
        bodies: options.bodyOf === undefined ? [] : [makeBody(place, use, options.bodyOf)],
        response: sending(place, request, 'response = await client'),
        details: options.detail ? [literal({ detail: 'Not found' })] : [],
      }),
    },
  });
}

/** A request with an unknown field is refused. */
export function invalidTest(
  place: ResourcePlace,
  operation: string,
  request: TestRequest,
  options: { readonly subject?: string; readonly row?: boolean } = {},
): TestCase {
  return testCase(place, operation, {
    suffix: '_invalid',
    docs: [`${options.subject ?? 'A body'} that has an unknown field is refused.`],
    fixtures: options.row ? ['client', 'rows'] : ['client'],
    constants: [constantOf(request), 'UNKNOWN_FIELD'],
    body: {
      template: 'tests/invalid.py.ejs',
      view: (use) => ({
        rows: options.row ? [createRow(place, use)] : [],
        response: sending(place, { ...request, json: 'UNKNOWN_FIELD' }, 'response = await client'),
      }),
    },
  });
}

/** Without credentials, the answer is 401. Stands behind the other tests of its operation. */
export function unauthenticatedTest(
  place: ResourcePlace,
  operation: string,
  request: TestRequest,
  follows: TestCase,
): TestCase {
  return testCase(place, operation, {
    suffix: '_unauthenticated',
    follows,
    docs: ['Without credentials, the answer is 401.'],
    fixtures: ['anonymous_client'],
    constants: [constantOf(request)],
    body: {
      template: 'tests/unauthenticated.py.ejs',
      view: () => ({ response: sending(place, request, 'response = await anonymous_client') }),
    },
  });
}

function constantOf({ to }: TestRequest): TestConstant {
  return to === 'MISSING' ? 'MISSING' : 'COLLECTION';
}

/** `article = await rows.create(Article)`; a row to be read is made to fit the response of that name. */
export function createRow(place: ResourcePlace, use: Use, response?: string): string {
  const { row, model, schema } = place;
  const items = [use(model), ...(response === undefined ? [] : [use(schema(response))])];
  return layout(group(`${row} = await rows.create(`, items), 4);
}

/** `body = await rows.body(ArticleCreateRequest, Article)` */
export function makeBody(
  place: ResourcePlace,
  use: Use,
  suffix: string,
  ...more: readonly string[]
): string {
  const items = [use(place.schema(suffix)), ...more];
  return layout(group('body = await rows.body(', items), 4);
}
