import { dottedSymbol } from '@rowhouse/python';

import { operation } from '../operation.js';
import { hasParameter, section } from '../outputs/index.js';
import { argumentsOf, testedRoutes } from './access-tests.js';
import { usersApart } from './idempotency.js';

/** The tests of routes that answer a retry as they have answered the request. */
export const retryTests = operation({
  name: 'retry_tests',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['idempotency', 'test_module'],
  when: ({ project, outputs }) =>
    project.idempotency !== undefined && outputs.own('test').length > 0,
  *build(context) {
    const { model, ttl, required } = context.project.idempotency!;
    const kept = testedRoutes(context).filter(({ route }) => hasParameter(route, 'idempotency'));
    // Of a bulk, one operation is enough: the route is the same.
    const routes = new Map(kept.reverse().map((each) => [each.route.handler, each]));
    const tests = [...routes.values()].reverse().map((each) => ({
      name: each.bulk ? 'bulk' : each.asked.name,
      operation: argumentsOf(each),
      users: hasParameter(each.route, 'current_user') && usersApart(context),
    }));
    if (tests.length === 0) return;
    yield section(context.tests, 'tests/retries.py.ejs', {
      tests,
      Model: dottedSymbol(model),
      ttl,
      required,
    });
  },
});
