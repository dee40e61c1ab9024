import { stampsIn } from '../config/access.js';
import { operation } from '../operation.js';
import { isHooked, section, type Route } from '../outputs/index.js';
import { ruleAfter } from '../resource/access.js';
import { keywordsOf } from '../resource/hooks.js';
import { argumentsOf, testedRoutes } from './access-tests.js';

/** The tests of the project's functions that handlers call: they run on stand-ins. */
export const hookTests = operation({
  name: 'hook_tests',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['auth', 'test_module'],
  when: ({ outputs }) => outputs.own('test').length > 0 && outputs.own('route').some(isHooked),
  *build(context) {
    const { app, resource, outputs, routes, tests: module, Model } = context;
    const hooked = outputs.own('route').filter(isHooked);
    const tests = outputs.own('test');
    const created = tests.find((each) => each.operation === 'create');
    const bulk = testedRoutes(context).filter((each) => each.bulk !== undefined);
    const fns = hooked.flatMap(({ hooks }) => [...hooks.before, ...hooks.after]);
    yield section(module, 'tests/hooks.py.ejs', {
      Model,
      routesModule: routes.module,
      // Where users do not see all rows, routes check what hooks refer to.
      rulesModule: app.isScoped && context.access.module,
      functions: [...new Set(fns.map(({ fn }) => fn))],
      needed: created && attributesOf(created.variables['required'] as readonly string[]),
      stamped: resource.access ? stampsIn(resource.access).map(({ field }) => field) : [],
      hooked: hooked.map((route) => {
        const test = tests.find((each) => each.operation === route.operation);
        return {
          operation: route.operation,
          before: keywords(route, 'before'),
          after: keywords(route, 'after'),
          names: test?.variables['names'] ?? [],
          required: test?.variables['required'] ?? [],
          own: test?.ownFields,
          rule: ruleAfter(context, route),
          bulk: bulk.filter((each) => each.bulk === route.operation).map(argumentsOf)[0],
        };
      }),
    });

    function attributesOf(keys: readonly string[]): readonly string[] {
      const fields = created?.accepts ?? [];
      return keys.map((key) => fields.find(({ alias }) => alias === key)?.name ?? key);
    }
  },
});

/** By function: what it takes by name. */
function keywords(route: Route, when: 'before' | 'after'): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    route.hooks[when].map((hook) => [hook.fn, keywordsOf(hook, when, route)]),
  );
}
