import { operation } from '../operation.js';
import { hasParameter, rowKinds, section, type Route } from '../outputs/index.js';
import { keyPath } from '../resource/route.js';

/** The tests of routes that answer with the version of a row, or are about one. */
export const versionTests = operation({
  name: 'version_tests',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['auth', 'test_module'],
  when: ({ resource, outputs }) => resource.version !== undefined && outputs.own('test').length > 0,
  *build(context) {
    const { resource, outputs, tests: module } = context;
    const tests = outputs.own('test');
    const routes = outputs
      .own('route')
      .filter((route) => route.tagged.length > 0 || hasParameter(route, 'if_match'))
      // Its own tests know the path of an upsert.
      .filter((route) => route.rows !== 'upserted');
    yield section(module, 'tests/versions.py.ejs', {
      version: resource.version,
      tests: routes.flatMap((route) => {
        const test = tests.find((each) => each.operation === route.operation);
        if (test === undefined) return [];
        const isNew = route.rows === 'made';
        return {
          operation: route.operation,
          about: aboutOf(route),
          method: route.method.toUpperCase(),
          end: route.path.slice(keyPath(context).length + 1),
          isNew,
          restores: rowKinds[route.rows].restores,
          isAsked: hasParameter(route, 'if_none_match'),
          names: hasParameter(route, 'body') && test.variables[isNew ? 'required' : 'names'],
          ownFields: test.ownFields,
        };
      }),
    });
  },
});

function aboutOf({ rows }: Route): string {
  if (rows === 'made') return 'The answer tells the version.';
  return rows === 'found'
    ? 'A version that the client has is not sent again.'
    : 'A row that has another version is not changed.';
}
