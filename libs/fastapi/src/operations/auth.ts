import { defineOperation } from '@rowhouse/core';

import type { App, Project, Resource } from '../config/project.js';
import { authModule } from '../modules.js';
import type { Route } from '../outputs/route.js';
import type { TestCase } from '../outputs/test-case.js';
import { ownSymbol } from '../python/symbols.js';
import { placeOf } from './place.js';
import { unauthenticatedTest } from './test-cases.js';

/**
 * Asks for a user on the routes of a resource: a `current_user` parameter, the 401, and the mark on
 * the tests. It runs after everything that makes routes, other packages' operations included.
 */
export const auth = defineOperation<Resource>({
  name: 'auth',
  target: 'fastapi',
  scope: 'resource',
  activation: 'always',
  stage: 'amend',
  when: ({ parents }) => (parents['app'] as App).auth !== undefined,
  *build(context) {
    const { instance, parents, outputs } = context;
    const { project, app } = parents as { project: Project; app: App };
    const dependencies = authModule(project, app.auth!, 'dependencies');
    const allTests = outputs.own<TestCase>('test');
    for (const route of outputs.own<Route>('route')) {
      if (!(route.requireAuth ?? instance.value.requireAuth)) continue;
      route.parameters.push({
        name: 'current_user',
        annotation: ownSymbol(dependencies.module, 'CurrentUser'),
      });
      route.errors.push(401);
      const tests = allTests.filter((test) => test.operation === route.operation);
      for (const test of tests) test.requiresAuth = true;
      const anonymous = tests.find((test) => test.anonymous)?.anonymous;
      if (anonymous) {
        yield unauthenticatedTest(placeOf(context), route.operation, anonymous, tests.at(-1)!);
      }
    }
  },
});
