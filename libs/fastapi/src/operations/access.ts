import { dottedSymbol, symbol } from '@rowhouse/python';

import { dottedName, moduleAt, resourcePath } from '../modules.js';
import { operation } from '../operation.js';
import { hasParameter, section, type Route, type RouteTests } from '../outputs/index.js';
import { keyPath } from '../resource/route.js';
import { userTypeOf } from './auth-files.js';

/** Whose rows: what holds of every row that a user sees, and what a new one has of its user. */
export const access = operation({
  name: 'access',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  when: ({ resource }) => resource.access !== undefined,
  *build({ project, app, resource, access: module, noun, Model }) {
    yield section(module, 'access.py.ejs', {
      User: userTypeOf(project, app.auth!),
      noun,
      Model,
      conditions: resource.access,
    });
  },
});

/** The tests of whose rows each operation gets at. */
export const accessTests = operation({
  name: 'access_tests',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['test_module'],
  when: ({ resource, outputs }) => resource.access !== undefined && outputs.own('test').length > 0,
  *build(context) {
    const { resource, outputs, tests: module, noun } = context;
    const instance = keyPath(context);
    const routes = outputs.own('route');
    const tests = outputs.own('test').map((test) => {
      const route = routes.find(({ operation }) => operation === test.operation)!;
      return { test, route, accepts: test.variables };
    });
    const ofInstance = tests.filter(({ route }) => route.path.startsWith(instance));
    const find = (path: string, method: string) =>
      tests.find(({ route }) => route.path === path && route.method === method);
    const [list, create] = [find('/search', 'post'), find('/', 'post')];
    yield section(module, 'tests/access.py.ejs', {
      noun,
      stamped: resource.access!.map(({ field }) => field),
      instance: ofInstance.map(({ route, test }) => ({
        method: route.method.toUpperCase(),
        end: route.path.slice(instance.length),
        fields: hasParameter(route, 'body') ? sentTo(route, test) : null,
        own: test.ownFields || '{}',
      })),
      updated: ofInstance.find(({ route }) => route.method === 'patch')?.accepts['names'],
      listed: list && hasParameter(list.route, 'body'),
      created: create?.accepts['required'],
      optional: create && Object.keys(create.accepts['optional'] as object),
    });
  },
});

/** The fields of a request that would be accepted. An update needs none. */
function sentTo(route: Route, test: RouteTests): unknown {
  return route.method === 'patch' ? test.variables['names'] : test.variables['required'];
}

/** The rows of all models of an app that a user sees: what references are checked by. */
export const accessIndex = operation({
  name: 'access_index',
  scope: 'app',
  activation: 'always',
  stage: 'after-children',
  when: ({ app }) => app.resources.some((resource) => resource.access !== undefined),
  *build({ project, app }) {
    const about = 'Whose rows a user may see and change.';
    const module = moduleAt(project, `${app.module}/access/__init__`, about);
    const scoped = app.resources.filter((resource) => resource.access !== undefined);
    yield section(module, 'access-index.py.ejs', {
      User: userTypeOf(project, app.auth!),
      models: scoped.map((resource) => ({
        Model: dottedSymbol(resource.model, `${resource.modelName}Model`),
        readable: symbol(
          dottedName(project, resourcePath(app, resource, 'access')),
          'readable',
          `readable_${resource.name}`,
        ),
      })),
    });
  },
});
