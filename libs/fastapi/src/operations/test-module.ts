import { isOpenedByTests } from '../config/access.js';
import { operation } from '../operation.js';
import { relatedInTests } from '../relations/examples.js';
import { hasParameter, section, type Route } from '../outputs/index.js';
import { mayReferToUnseen } from '../resource/access.js';
import { handlerModules } from '../resource/hooks.js';
import { fieldTable } from '../resource/test-fields.js';

/** What stands above the tests of a resource: the table of its fields, and that of its routes. */
export const testModule = operation({
  name: 'test_module',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['auth'],
  when: ({ outputs }) => outputs.own('test').length > 0,
  *build(context) {
    const { app, resource, outputs, tests: module, Model, noun } = context;
    const tests = outputs.own('test');
    const routes = outputs.own('route');
    const shownBy = (operation: string) =>
      tests.find((each) => each.operation === operation)?.variables['shown'];
    for (const test of tests) {
      const route = routes.find((each) => each.operation === test.operation);
      test.requiresAuth = route !== undefined && hasParameter(route, 'current_user');
    }
    const related = relatedInTests(context);
    yield section(
      module,
      'tests/head.py.ejs',
      {
        Model,
        noun,
        url: app.prefix + resource.routePrefix,
        key: resource.key.map(({ name }) => name),
        userKey: resource.userKey,
        related,
        tags: resource.tags,
        fields: fieldTable(context, tests),
        shown: shownBy('get'),
        listed: shownBy('list'),
        routes: routes.map(documented),
        deletedAt: resource.access?.deletedAt,
        isRuled: resource.access !== undefined && isOpenedByTests(resource.access),
        hasOneRow: resource.access?.hasOneRow,
        refersToUnseen: mayReferToUnseen(context),
        modules: [
          context.routes.module,
          context.access.module,
          ...handlerModules(routes),
          ...(related ? [related.module] : []),
        ],
      },
      { first: true },
    );
  },
});

/** What the API's documentation says of a route. */
function documented({
  operationId,
  method,
  mount,
  path,
  status,
  errors,
  responses,
  tagged,
}: Route) {
  const statuses = [status, ...errors, ...tagged, ...responses.map((response) => response.status)];
  return {
    operationId,
    method: method.toUpperCase(),
    path: mount + path,
    statuses: [...new Set(statuses)].sort((one, other) => one - other),
  };
}
